import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { button, heading, offlineBanner, phone, serviceWorkerReady, visit, withServiceWorker } from '../page-helpers.ts';

// What the home screen of a device offers of the installed console: shortcuts, and the sharing of photos.

/** Shares a photo as an Android phone does: it opens a window with a POST that no page has sent. */
async function share(page: Page, name: string): Promise<void> {
  await page.evaluate(`(() => {
    const canvas = document.createElement('canvas');
    canvas.toBlob((blob) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/app/share', enctype: 'multipart/form-data' });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' });
      const transfer = new DataTransfer();
      transfer.items.add(new File([blob], '${name}', { type: 'image/png' }));
      input.files = transfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    }, 'image/png');
  })()`);
}

test('a photo that is shared without a connection opens a new request with it, beside what was chosen before', async ({
  app,
  lobby,
}) => {
  const page = await app.open(lobby.anna, { ...phone, ...withServiceWorker });
  await page.reload();
  await page.locator('.app-layout').waitFor();
  await serviceWorkerReady(page);
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
  await share(page, 'leak.png');
  await page.getByRole('img', { name: 'Photo 1 of 1: leak.png' }).waitFor();
  await page.waitForURL(/tickets\/new$/);
  await share(page, 'wall.png');
  await page.getByRole('img', { name: 'Photo 2 of 2: wall.png' }).waitFor();
  await page.context().setOffline(false);
  await offlineBanner(page).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Plumbing' }).check();
  await page.locator('.picker-selection').waitFor(); // the only building
  await page.getByLabel("What's wrong?").fill('Water runs down the wall');
  await button(page, 'Send request').click();
  await heading(page, 'Water runs down the wall').waitFor();
  const id = page.url().split('/').at(-1);
  const { items } = await app.call(lobby.anna, 'GET', `/ext/tickets/${id}/attachments`);
  const names = async () =>
    (items.length === 2 ? items : (await app.call(lobby.anna, 'GET', `/ext/tickets/${id}/attachments`)).items).length;
  await expect.poll(names, { timeout: 30_000 }).toBe(2);
  await visit(page, '/share');
  await page.getByText('There is no shared photo').waitFor();
});

test('a worker who shares a photo reads where it belongs', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda, { ...phone, ...withServiceWorker }, '/share');
  await page.getByText('Open one of your requests and add the photo there.').waitFor();
  await page.getByRole('link', { name: 'To the start page' }).click();
  await heading(page, 'My work').waitFor();
});

test('the shortcuts of the home screen lead to a page that the role has', async ({ app, lobby: { anna, wanda } }) => {
  const client = await app.open(anna, phone, '/go/new');
  await heading(client, 'New request').waitFor();
  await visit(client, '/go/requests');
  await client.waitForURL(/\/tickets\?status=open$/);
  const worker = await app.open(wanda, phone, '/go/new');
  await heading(worker, 'My work').waitFor();
  await visit(worker, '/go/elsewhere');
  await worker.getByText('Page not found').waitFor();
});
