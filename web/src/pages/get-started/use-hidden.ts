import { createStore, useStore } from '../../lib/create-store.ts';
import { safeLocalStorage } from '../../lib/storage.ts';
import { useCurrentUser } from '../../session/session-store.ts';

const storageKey = (userId: string): string => `callout.get-started-hidden.${userId}`;
const hiddenFor = createStore('');

/** Whether the first steps are not shown any more, and how to hide them in this browser. */
export function useHidden(): [isHidden: boolean, hide: () => void] {
  const { id } = useCurrentUser();
  const isHidden = useStore(hiddenFor) === id || safeLocalStorage.getItem(storageKey(id)) !== null;
  const hide = (): void => {
    safeLocalStorage.setItem(storageKey(id), '1');
    hiddenFor.set(id);
  };
  return [isHidden, hide];
}
