import { useId, useLayoutEffect, useSyncExternalStore } from 'react';

// What happened, said once at the edge of the screen, with the way back where there is one.

export interface Notice {
  id: number;
  text?: string;
  error?: Error;
  undo?: () => void;
  /** what follows when it leaves the screen and was not undone */
  onGone?: () => void;
}

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();
const shownForMs = 8_000;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** @returns what it is withdrawn by */
export function notify(notice: Omit<Notice, 'id'>): number {
  const id = ++last;
  for (const { id: old } of notices.slice(0, -2)) dismiss(old);
  set([...notices, { ...notice, id }]);
  release(id);
  return id;
}

/** Keeps it on the screen while somebody reads or uses it. */
export function hold(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Lets it go by itself, after its full time. */
export function release(id: number): void {
  hold(id);
  if (notices.some((notice) => notice.id === id)) timers.set(id, setTimeout(dismiss, shownForMs, id));
}

export function dismiss(id: number): void {
  const gone = notices.find((notice) => notice.id === id);
  withdraw(id);
  gone?.onGone?.();
}

/** Takes it away with its undo, and nothing follows. */
export function withdraw(id: number): void {
  hold(id);
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

const none: readonly Notice[] = [];

/** The notices for this place: outside an open dialog they would be covered, inert and not announced. */
export function useNotices(): readonly Notice[] {
  const host = useId();
  useLayoutEffect(() => {
    setHosts([...hosts, host]);
    return () => setHosts(hosts.filter((other) => other !== host));
  }, [host]);
  return useSyncExternalStore(subscribe, () => (hosts.at(-1) === host ? notices : none));
}
