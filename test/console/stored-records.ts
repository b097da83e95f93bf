import type { Page } from '@playwright/test';
import { type App, expect } from './fixtures.ts';
import { phone, serviceWorkerReady, withServiceWorker } from './page-helpers.ts';

/** Opens the console as a user's browser does, and waits until it can be opened again without a connection. */
export async function openWithServiceWorker(app: App, email: string, options = phone): Promise<Page> {
  const page = await app.open(email, { ...options, ...withServiceWorker });
  await serviceWorkerReady(page);
  return page;
}

interface StoredRecord {
  user: string;
  kind: string;
  key: string;
  /** of a photo its type */
  value: unknown;
}

/** What the console has stored for a start without a connection. */
export const storedRecords = (page: Page): Promise<StoredRecord[]> =>
  page.evaluate<StoredRecord[]>(`(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'callout-data')) return [];
    return new Promise((resolve, reject) => {
      const request = indexedDB.open('callout-data');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const all = request.result.transaction('records').objectStore('records').getAll();
        all.onsuccess = () => {
          request.result.close();
          resolve(all.result.map((one) => (one.value instanceof Blob ? { ...one, value: one.value.type } : one)));
        };
      };
    });
  })()`);

/** Waits until a record of this kind is stored whose key and value have these texts. */
export const waitForStored = (page: Page, key: string, value = '', kind = 'response'): Promise<void> =>
  expect
    .poll(
      async () =>
        (await storedRecords(page)).some(
          (one) => one.kind === kind && one.key.includes(key) && JSON.stringify(one.value).includes(value),
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
