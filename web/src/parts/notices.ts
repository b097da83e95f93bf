import { useSyncExternalStore } from 'react';

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
const shownFor = 8_000;

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** @returns what it is withdrawn by */
export function notify(notice: Omit<Notice, 'id'>): number {
  const id = ++last;
  for (const { id: old } of notices.slice(0, -2)) dismiss(old);
  set([...notices, { ...notice, id }]);
  setTimeout(() => dismiss(id), shownFor);
  return id;
}

export function dismiss(id: number): void {
  const gone = notices.find((notice) => notice.id === id);
  withdraw(id);
  gone?.onGone?.();
}

/** Takes it away with its undo, and nothing follows. */
export const withdraw = (id: number): void => set(notices.filter((notice) => notice.id !== id));

export const useNotices = (): readonly Notice[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
