import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { button, currentStatus, fileInput, finishJob, phone, sendHeld, shortenTimeouts, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

// Operations and photos that are queued while there is no link.

interface Fixtures {
  /** A ticket that is assigned to Wanda. */
  id: number;
  /** Its page on Wanda's phone. */
  page: Page;
  actions: (ticket?: number) => Promise<string>;
  /** Waits until the journal of the ticket has these actions. */
  journalHas: (wanted: string, ticket?: number) => Promise<void>;
}

const test = base.extend<Fixtures>({
  id: async ({ lobby: { report } }, use) => {
    await use(await report('A lamp is dark', 'take'));
  },
  page: async ({ app, id, lobby: { wanda } }, use) => {
    const page = await app.open(wanda, phone, `/tickets/${id}`);
    await button(page, 'Start').waitFor();
    await use(page);
  },
  actions: async ({ app, id, lobby: { anna } }, use) => {
    await use((ticket = id) => app.ticketActions(anna, ticket));
  },
  journalHas: async ({ actions }, use) => {
    await use((wanted, ticket) => expect.poll(() => actions(ticket), { timeout: 30_000 }).toBe(wanted));
  },
});

const queued = (page: Page, operation: string) => page.locator('.queued-operation', { hasText: operation });

/** Requests that change a ticket in this way fail until told otherwise. */
async function block(page: Page, operation: string) {
  let refusal: { status: number; json: { error: string } } | undefined;
  const path = new RegExp(`/tickets/\\d+/${operation}$`);
  await page.context().route(path, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    return refusal ? route.fulfill(refusal) : route.abort('connectionreset');
  });
  return {
    release: () => page.context().unroute(path),
    refuse(status: number, error: string): void {
      refusal = { status, json: { error } };
    },
  };
}

/** Keeps other reads and writes of the queue waiting. */
const occupyQueueDatabase = (page: Page, ms: number): Promise<void> =>
  page.evaluate<void>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('callout');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const store = opening.result.transaction('photos', 'readwrite').objectStore('photos');
      const end = performance.now() + ${ms};
      const next = () => {
        store.count().onsuccess = () => performance.now() < end && next();
      };
      next();
      resolve();
    };
  })`);

/** Holds back the answers to this address until they are released. */
async function holdAnswers(context: BrowserContext, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isReleased = false;
  await context.route(url, async (route) => {
    if (isReleased) return route.continue();
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  });
  return () => {
    isReleased = true;
    resolve();
  };
}

test('the photo button stays in the document while the answer to an operation arrives', async ({ app, id, page, journalHas }) => {
  const release = await holdAnswers(page.context(), `${app.url}/tickets/${id}`);
  await button(page, 'Start').click();
  const input = await fileInput(page).elementHandle();
  await sendHeld(page);
  await journalHas('created assigned started');
  await input?.setInputFiles(photoFile('hinge.png'));
  await page.getByRole('button', { name: /Photo 1 of 1: hinge/ }).waitFor();
  release();
  await page.locator('.timeline').getByText('started work').waitFor();
  await page.locator('.queued-operation').waitFor({ state: 'detached' });
  expect(await input?.evaluate((element) => element.isConnected), 'otherwise the photo of a camera is lost').toBe(true);
});

test('an operation that was stored is shown although nothing can be read after it', async ({ app, id, page, journalHas }) => {
  await page.context().route(`${app.url}/tickets/${id}`, (route) => route.abort('connectionreset'));
  await button(page, 'Start').click();
  const input = await fileInput(page).elementHandle();
  await sendHeld(page);
  await journalHas('created assigned started');
  await page.locator('.queued-operation').waitFor({ state: 'detached' });
  await currentStatus(page, 'In progress').waitFor();
  expect(await input?.evaluate((element) => element.isConnected)).toBe(true);
});

test('a ticket that was only seen in a list is worked on', async ({ app, page, journalHas, lobby }) => {
  // The script of the page, which otherwise the service worker keeps, is loaded with another ticket.
  const id = await lobby.report('Only seen in the list', 'take');
  await visit(page, '/');
  await page.getByText('Only seen in the list').waitFor();
  app.link.disconnect();
  await page.locator('.card', { hasText: 'Only seen in the list' }).getByRole('link').first().click();
  await button(page, 'Start').click();
  await currentStatus(page, 'In progress').waitFor();
  await page.getByRole('link', { name: 'My work' }).last().click();
  const card = page.locator('.card', { hasText: 'Only seen in the list' });
  await card.getByText('In progress').waitFor();
  await card.getByText('Not sent yet').waitFor();
  app.link.restore();
  await journalHas('created assigned started', id);
  await card.getByText('Not sent yet').waitFor({ state: 'detached' });
});

test('a ticket that is read while Start is stored stays in progress', async ({ app, id, page, journalHas, lobby: { anna } }) => {
  await occupyQueueDatabase(page, 4_000);
  await button(page, 'Start').click();
  await currentStatus(page, 'In progress').waitFor();
  const read = page.waitForResponse(`**/tickets/${id}`);
  await app.call(anna, 'POST', `/ext/tickets/${id}/comments`, { text: 'The key is below the mat.' });
  await (await read).finished();
  await page.getByText('The key is below the mat.').waitFor();
  expect(await fileInput(page).count()).toBe(1);
  await sendHeld(page);
  await journalHas('created assigned started');
});

test('a queued operation that the service refuses is shown until it is removed', async ({ app, id, page, actions, lobby }) => {
  const start = await block(page, 'start');
  await button(page, 'Start').click();
  await queued(page, 'Start').waitFor();
  await app.call(lobby.anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It rings again' });
  await start.release();
  await sendHeld(page);
  await page.locator('.queued-operation.failed').waitFor();
  await page.getByText('cancelled').first().waitFor();
  await page.reload();
  await page.locator('.queued-operation.failed').getByRole('button', { name: /Undo/ }).click();
  await page.locator('.queued-operation').waitFor({ state: 'detached' });
  expect(await actions()).toBe('created assigned canceled');
});

test('a refused photo holds back Finish job', async ({ app, id, page, actions, journalHas, lobby }) => {
  await app.transition(lobby.wanda, id, 'start');
  await button(page, 'Finish job').waitFor();
  const photos = await block(page, 'photos');
  await fileInput(page).setInputFiles(photoFile('pane.png'));
  await page.locator('.upload.waiting').waitFor();
  await finishJob(page);
  await queued(page, 'Finish job').waitFor();
  photos.refuse(400, 'file must be a jpeg, png or webp image');
  await page.locator('.upload.failed').waitFor();
  await queued(page, 'Finish job').getByText('On hold until the failed item').waitFor();
  expect(await actions()).toBe('created assigned started');
  await photos.release();
  await page.locator('.upload.failed').getByRole('button', { name: 'Remove' }).click();
  await journalHas('created assigned started done');
});

test('a link that goes silent does not hold up the page', async ({ app, page, journalHas }) => {
  await shortenTimeouts(page);
  app.link.stall();
  await button(page, 'Start').click();
  await currentStatus(page, 'In progress').waitFor();
  await fileInput(page).setInputFiles(photoFile('wall.png'));
  await queued(page, 'Start').getByText('Waiting for connection').waitFor();
  app.link.restore();
  await journalHas('created assigned started photo_added');
  await page.locator('.queued-operation').waitFor({ state: 'detached' });
});
