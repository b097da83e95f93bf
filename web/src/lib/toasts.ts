import { useId, useLayoutEffect } from 'react';
import { createStore, useStore } from './create-store.ts';

// Toasts: short messages at the edge of the screen, with an undo or the next action where there is one. One is shown at a
// time: a newer one replaces it. An error stays until it is dismissed, and is shown again after a message that came later.

export interface Toast {
  id: number;
  text?: string;
  error?: Error;
  undo?: () => void;
  /** what the user may want to do next */
  action?: { label: string; run: () => void };
  /** called when the toast leaves the screen without an undo */
  onDismiss?: () => void;
}

const durationMs = 4_000;
/** Whoever works in gloves or reads slowly still reaches the undo. */
export const undoMs = 10_000;

const toasts = createStore<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

/** @returns the id for `removeToast` */
export function showToast(toast: Omit<Toast, 'id'>): number {
  const id = ++lastId;
  if (toast.error?.name === 'SessionEndedError') return id; // the login page says it
  const isReplaced = (old: Toast): boolean => !old.error || toast.error !== undefined;
  for (const { id: old } of toasts.get().filter(isReplaced)) dismissToast(old);
  toasts.set([...toasts.get(), { ...toast, id }]);
  restartToast(id);
  return id;
}

/** Keeps a toast on the screen while the pointer or the focus is on it. */
export function pauseToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Starts the full time of a toast again; an error has none. */
export function restartToast(id: number): void {
  pauseToast(id);
  const toast = toasts.get().find((one) => one.id === id);
  if (toast && !toast.error) timers.set(id, setTimeout(dismissToast, toast.undo ? undoMs : durationMs, id));
}

/** Removes a toast whose undo was not used. */
export function dismissToast(id: number): void {
  const dismissed = toasts.get().find((toast) => toast.id === id);
  removeToast(id);
  dismissed?.onDismiss?.();
}

/** Removes a toast without calling its `onDismiss`. */
export function removeToast(id: number): void {
  pauseToast(id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** The lists that can show toasts: one on the page, and one in each open dialog. The last one shows them. */
const hosts = createStore<readonly string[]>([]);

/** The toast for this list: outside of an open modal dialog it would be covered, inert and not announced. */
export function useToast(): Toast | undefined {
  const host = useId();
  useLayoutEffect(() => {
    hosts.set([...hosts.get(), host]);
    return () => hosts.set(hosts.get().filter((other) => other !== host));
  }, [host]);
  const isHost = useStore(hosts, (all) => all.at(-1) === host);
  const shown = useStore(toasts);
  return isHost ? shown.at(-1) : undefined;
}
