import { useId, useLayoutEffect, useSyncExternalStore } from 'react';

// What happened, said once at the edge of the screen, with the way back where there is one.

export interface Toast {
  id: number;
  text?: string;
  error?: Error;
  undo?: () => void;
  /** what follows when it leaves the screen and was not undone */
  onGone?: () => void;
}

let notices: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const shownForMs = 8_000;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly Toast[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** @returns what it is withdrawn by */
export function showToast(notice: Omit<Toast, 'id'>): number {
  const id = ++last;
  for (const { id: old } of notices.slice(0, -2)) dismissToast(old);
  set([...notices, { ...notice, id }]);
  restartToast(id);
  return id;
}

/** Keeps it on the screen while somebody reads or uses it. */
export function pauseToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Lets it go by itself, after its full time. */
export function restartToast(id: number): void {
  pauseToast(id);
  if (notices.some((notice) => notice.id === id)) timers.set(id, setTimeout(dismissToast, shownForMs, id));
}

export function dismissToast(id: number): void {
  const gone = notices.find((notice) => notice.id === id);
  removeToast(id);
  gone?.onGone?.();
}

/** Takes it away with its undo, and nothing follows. */
export function removeToast(id: number): void {
  pauseToast(id);
  set(notices.filter((notice) => notice.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where notices can be shown: on the page, and in each dialog that is open. The last one shows them. */
let hosts: readonly string[] = [];

function setHosts(next: readonly string[]): void {
  hosts = next;
  for (const listener of listeners) listener();
}

const none: readonly Toast[] = [];

/** The notices for this place: outside an open dialog they would be covered, inert and not announced. */
export function useToasts(): readonly Toast[] {
  const host = useId();
  useLayoutEffect(() => {
    setHosts([...hosts, host]);
    return () => setHosts(hosts.filter((other) => other !== host));
  }, [host]);
  return useSyncExternalStore(subscribe, () => (hosts.at(-1) === host ? notices : none));
}
