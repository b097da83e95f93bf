import { createStore, useStore } from '../../lib/create-store.ts';
import { safeLocalStorage } from '../../lib/storage.ts';
import { useCurrentUser } from '../../session/session-store.ts';

/** When notifications are offered: at the first sign-in, and when a chat was bound. */
export type OfferOccasion = 'sign-in' | 'chat';

const hiddenKey = createStore('');

/** Whether the offer of an occasion was answered in this browser by the account that is signed in, and how to keep that. */
export function useOfferHidden(occasion: OfferOccasion): [isHidden: boolean, hide: () => void] {
  const { id } = useCurrentUser();
  const key = `callout.notifications-offered.${occasion}.${id}`;
  const isHidden = useStore(hiddenKey) === key || safeLocalStorage.getItem(key) !== null;
  const hide = (): void => {
    safeLocalStorage.setItem(key, '1');
    hiddenKey.set(key);
  };
  return [isHidden, hide];
}
