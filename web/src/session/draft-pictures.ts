import { createDatabase } from '../lib/indexed-db.ts';
import { safeSessionStorage } from '../lib/storage.ts';
import { accountKey } from './acting.ts';

// Pictures that were chosen for a draft and not sent: the session storage, which has its text, has no room for them. They survive a
// reload and a new login, like the text. A browser without a database, or with a full one, stores nothing: no function here throws.

export interface DraftPicture {
  id: number;
  file: File;
}

interface StoredPicture extends DraftPicture {
  /** the tab, the account and the name of the draft */
  draft: string;
  /** when it was chosen, in milliseconds */
  at: number;
}

const storeName = 'pictures';

const runRequest = createDatabase({
  name: 'callout-drafts',
  version: 1,
  storeName,
  upgrade(database) {
    database.createObjectStore(storeName, { keyPath: 'id', autoIncrement: true });
  },
});

/** The text of a tab that was closed is gone, so its pictures go as well. */
const maxAgeMs = 7 * 24 * 3_600_000;

const tabStorageKey = 'draft-tab';

function tabId(): string {
  const known = safeSessionStorage.getItem(tabStorageKey);
  if (known) return known;
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  safeSessionStorage.setItem(tabStorageKey, id);
  return id;
}

/** @returns what the pictures of a draft of this tab are stored under */
export const draftOf = (userId: string, name: string): string => `${tabId()} ${accountKey(userId)} ${name}`;

/** Reads the pictures of a draft in the order in which they were chosen, and removes those of others that are too old. */
export async function readDraftPictures(draft: string): Promise<DraftPicture[]> {
  try {
    const all = await runRequest<StoredPicture[]>('readonly', (store) => store.getAll());
    await removeDraftPictures(all.filter((one) => one.draft !== draft && Date.now() - one.at > maxAgeMs).map(({ id }) => id));
    return all.filter((picture) => picture.draft === draft);
  } catch {
    return [];
  }
}

/** @returns its id; undefined when it could not be stored */
export async function addDraftPicture(draft: string, file: File): Promise<number | undefined> {
  try {
    return Number(await runRequest('readwrite', (store) => store.add({ draft, file, at: Date.now() })));
  } catch {
    return undefined;
  }
}

/** @param ids undefined: it was not stored */
export async function removeDraftPictures(ids: readonly (number | undefined)[]): Promise<void> {
  for (const id of ids) {
    if (id !== undefined) await runRequest('readwrite', (store) => store.delete(id)).catch(() => {});
  }
}
