import { useSyncExternalStore } from 'react';

// What happened, said once at the edge of the screen, with the way back where there is one.

export interface Notice {
  id: number;
  text?: string;
  error?: Error;
  undo?: () => void;
}

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();
const shownFor = 8_000;

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

export function notify(notice: Omit<Notice, 'id'>): void {
  const id = ++last;
  set([...notices.slice(-2), { ...notice, id }]);
  setTimeout(() => dismiss(id), shownFor);
}

export const dismiss = (id: number): void => set(notices.filter((notice) => notice.id !== id));

export const useNotices = (): readonly Notice[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
