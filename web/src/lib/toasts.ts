import { useId, useLayoutEffect } from 'react';
import { createStore, useStore } from './create-store.ts';

// Toasts: short messages at the edge of the screen, with an undo where there is one.

export interface Toast {
  id: number;
  text?: string;
  error?: Error;
  undo?: () => void;
  /** called when the toast leaves the screen without an undo */
  onDismiss?: () => void;
}

/** A third one dismisses the oldest. */
const maxToasts = 3;
const durationMs = 8_000;

const toasts = createStore<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

/** @returns the id for `removeToast` */
export function showToast(toast: Omit<Toast, 'id'>): number {
  const id = ++lastId;
  for (const { id: old } of toasts.get().slice(0, 1 - maxToasts)) dismissToast(old);
  toasts.set([...toasts.get(), { ...toast, id }]);
  restartToast(id);
  return id;
}

/** Keeps a toast on the screen while the pointer or the focus is on it. */
export function pauseToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Starts the full time of a toast again. */
export function restartToast(id: number): void {
  pauseToast(id);
  if (toasts.get().some((toast) => toast.id === id)) timers.set(id, setTimeout(dismissToast, durationMs, id));
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
const none: readonly Toast[] = [];

/** The toasts for this list: outside of an open modal dialog they would be covered, inert and not announced. */
export function useToasts(): readonly Toast[] {
  const host = useId();
  useLayoutEffect(() => {
    hosts.set([...hosts.get(), host]);
    return () => hosts.set(hosts.get().filter((other) => other !== host));
  }, [host]);
  const isHost = useStore(hosts, (all) => all.at(-1) === host);
  const shown = useStore(toasts);
  return isHost ? shown : none;
}
