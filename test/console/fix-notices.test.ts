import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminEmail, button, missingBrowser, startConsole } from './browser.ts';
import { photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

it('notices can be read and used', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, project, report } = await lobby(app);
  const id = await report('A lamp is dark');
  const wide = { viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' as const };

  await test.test('a refusal while a dialog is open is shown inside the dialog', async () => {
    const admin = await app.open(adminEmail, wide);
    await admin.goto(`${app.url}/app/users`);
    await admin.getByRole('button', { name: /Wanda/ }).click();
    const error = 'cannot change this account now';
    await admin.route('**/users/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 409, json: { error } }) : route.continue(),
    );
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('button', { name: /^(Disable|Switch off)/ }).click();
    await dialog.getByText('Cannot change this account now.').waitFor();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await admin.getByText('Cannot change this account now.').waitFor({ state: 'detached' });
    assert(await dialog.isVisible());
    await admin.context().close();
  });

  await test.test('a notice stays while the pointer is over it or the focus is in it', async () => {
    const client = await app.open(anna, wide);
    await client.clock.install();
    await client.goto(`${app.url}/app/projects/${project}`);
    const notice = client.locator('.notice');
    const toggle = (): Promise<void> =>
      client
        .getByRole('button', { name: /Lobby$/ })
        .last()
        .click();
    await toggle();
    await notice.waitFor();
    await notice.hover();
    await client.clock.runFor(30_000);
    assert(await notice.isVisible(), 'held by the pointer');
    await notice.getByRole('button').last().focus();
    await client.mouse.move(10, 10);
    await client.clock.runFor(30_000);
    assert(await notice.isVisible(), 'held by the focus');
    await client.locator('h1').focus();
    await client.clock.runFor(10_000);
    await notice.waitFor({ state: 'detached' });
    await client.context().close();
  });

  await test.test('the profile promises no mail where none is sent', async () => {
    const client = await app.open(anna, wide);
    await client.goto(`${app.url}/app/profile`);
    await client.getByText('No mail is sent from here.').waitFor();
    assert.equal(await button(client, 'Send me a link').count(), 0);
    await client.context().close();
  });

  await test.test('the percentage of an upload is shown and not announced', async () => {
    for (const step of ['take', 'start']) await app.call(wanda, 'PATCH', `/tickets/${id}/${step}`);
    const worker = await app.open(wanda, wide);
    await worker.goto(`${app.url}/app/tickets/${id}`);
    const released = Promise.withResolvers<void>();
    await worker.route(/\/photos$/, async (route) => {
      if (route.request().method() === 'POST') await released.promise;
      await route.continue();
    });
    await worker.locator('input[type=file]').setInputFiles(photoFile('lamp.png'));
    const tile = worker.locator('.upload.sending');
    await tile.getByText(/%/).waitFor();
    assert.doesNotMatch((await tile.getByRole('status').textContent()) ?? '', /%/);
    released.resolve();
    await worker.getByRole('button', { name: /Photo 1 of 1: lamp/ }).waitFor();
    await worker.context().close();
  });
});
