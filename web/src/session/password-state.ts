import { createStore, useStore } from '../lib/create-store.ts';
import { safeLocalStorage } from '../lib/storage.ts';

// Whether the user chose the password of the account. Somebody else can set another one, but that ends all sessions: what
// was read after a sign-in holds until the next one, so that a page load needs no request for it.

/** `temporary`: somebody else chose it, and it has to be changed. */
export type PasswordState = 'own' | 'temporary';

const key = 'callout.password';

/** By user: a tab that has missed the sign-in of another user in another tab keeps what it knows of its own. */
type States = Readonly<Record<string, PasswordState>>;

function parse(text: string | null): States {
  const [userId = '', state] = text?.split(' ') ?? [];
  return state === 'own' || state === 'temporary' ? { [userId]: state } : {};
}

const store = createStore(parse(safeLocalStorage.getItem(key)));

// A tab that has just signed in removes the stored state until it is read again; the others go on with what they know.
addEventListener('storage', (event) => {
  if (event.key === key) store.set({ ...store.get(), ...parse(event.newValue) });
});

/** @returns undefined until it was read after a sign-in */
export const usePasswordState = (userId: string | undefined): PasswordState | undefined =>
  useStore(store, (states) => (userId === undefined ? undefined : states[userId]));

/** Stores what the service tells of a user's password. */
export function setPasswordState(userId: string, state: PasswordState): void {
  safeLocalStorage.setItem(key, `${userId} ${state}`);
  store.set({ ...store.get(), [userId]: state });
}

/** Has the state read again, after a sign-in. */
export function forgetPasswordState(): void {
  safeLocalStorage.removeItem(key);
  store.set({});
}
