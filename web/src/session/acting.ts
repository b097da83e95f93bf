import type { Profile } from '../contract/schemas.ts';
import { hasSameShape, parseStored, safeSessionStorage } from '../lib/storage.ts';

// Acting for somebody, in one tab: each request is sent for another account, the principal. A page acts for the same account
// from its start to its end, and a switch loads it again: nothing in memory that belongs to one account can reach another one.

/** The account that a tab acts for. */
export interface Principal {
  id: string;
  name: string;
  role: Profile['role'];
  scope: 'read' | 'write';
}

interface Acting {
  /** the id of the account that is signed in */
  sender: string;
  principal: Principal;
}

const storageKey = 'callout.acting';
const endedKey = 'callout.acting-ended';
const sample: Acting = { sender: '', principal: { id: '', name: '', role: 'client', scope: 'read' } };

const readActing = (): Acting | undefined =>
  parseStored(safeSessionStorage.getItem(storageKey), (value): value is Acting => hasSameShape(sample, value));

const acting = readActing();
let isLeaving = false;

/** The account that this page acts for, if it does. */
export const principal: Principal | undefined = acting?.principal;

/** Whether the service accepts changes of this page: nobody changes anything for an account whose grant allows looking only. */
export const mayWrite: boolean = principal?.scope !== 'read';

/** The principal as the pages show their user: with its role, and without what the sender does not know of it. */
export const principalProfile: Profile | undefined = principal && {
  id: principal.id,
  name: principal.name,
  role: principal.role,
  email: '',
  phone: '',
  is_active: true,
  confirmed_at: null,
  created_at: '',
};

/** Whether this page acts for an account, and another one than that which began it has signed in. */
export const isActingOfOther = (senderId: string): boolean => acting !== undefined && acting.sender !== senderId;

/** Whose data is whose: what is kept under it is neither shown to nor sent by anybody else. */
export const accountKey = (userId: string): string => (principal ? `${userId} for ${principal.id}` : userId);

/** The name of a lock or a channel of the tabs that act for the same account. */
export const sharedName = (name: string): string => (principal ? `${name} ${principal.id}` : name);

/** Whether the page is being left, whatever it has not sent. */
export const isLeavingPage = (): boolean => isLeaving;

/**
 * Loads the page again, acting for another account.
 * @param path of the console
 */
export function startActing(sender: string, next: Principal, path = '/'): void {
  safeSessionStorage.setItem(storageKey, JSON.stringify({ sender, principal: next } satisfies Acting));
  openPage(path);
}

/** Loads the page again for the own account. */
export function stopActing(path = '/'): void {
  safeSessionStorage.removeItem(storageKey);
  openPage(path);
}

/** Ends acting when the right to it has ended; the next page says so. */
export function endRefusedActing(): void {
  if (!principal || isLeaving) return;
  safeSessionStorage.setItem(endedKey, principal.name);
  stopActing();
}

/** @returns once, for whom this tab may not act any more */
export function takeEndedPrincipal(): string | undefined {
  const name = safeSessionStorage.getItem(endedKey) ?? undefined;
  safeSessionStorage.removeItem(endedKey);
  return name;
}

function openPage(path: string): void {
  isLeaving = true;
  location.replace(`/app${path}`);
}

/** The browser may show a page again that was left before a switch: then it is loaded again. */
export function reloadRestoredPage(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readActing()?.principal.id !== principal?.id) location.reload();
  });
}
