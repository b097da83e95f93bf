import type { Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { button, currentStatus, heading, phone, serviceWorkerReady, visit, withServiceWorker } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

test('a reason is kept until the service has stored it', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  const page = await app.open(anna);
  const send = page.getByRole('dialog').getByRole('button', { name: 'Request rework' });
  const reason = page.getByLabel('Reason');
  await visit(page, `/tickets/${id}`);
  await button(page, 'Request rework').click();
  await reason.fill('It is dark again');
  app.link.disconnect();
  await send.click();
  await page.getByText("Can't reach the server. Please try again.").waitFor();
  app.link.restore();
  await button(page, 'Request rework').click();
  await expect(reason).toHaveValue('It is dark again');
  await send.click();
  await currentStatus(page, 'Needs rework').waitFor();
  // The page shows the new status before the answer arrives.
  await expect.poll(() => app.ticketStatus(anna, id)).toBe('rejected');
  await app.transition(wanda, id, 'start', 'done');
  await button(page, 'Request rework').click();
  await expect(reason).toHaveValue('');
});

test('a new request without a connection outlives a reload with its photos, and is sent once when it is back', async ({
  app,
  lobby: { anna },
}) => {
  const page = await app.open(anna, { ...phone, ...withServiceWorker });
  await page.reload();
  await serviceWorkerReady(page);
  await visit(page, '/tickets/new');
  const files = ['leak', 'wall', 'thumb'].map((name) => photoFile(`${name}.png`));
  await page.locator('input[type=file][multiple]').setInputFiles(files);
  await page.getByRole('button', { name: 'Remove thumb.png' }).click();
  await page.getByRole('radio', { name: 'Plumbing' }).check();
  await page.locator('.picker-selection').waitFor(); // the only building
  await page.getByLabel("What's wrong?").fill('Water runs down the wall');
  await page.context().setOffline(true);
  await page.getByText('New requests, comments and their photos are saved and sent later.').waitFor();
  await button(page, 'Send request').click();
  await page.locator('.toast', { hasText: 'Not sent yet. Your request is sent with its photos' }).waitFor();
  const notSent = page.getByText('New request: “Water runs down the wall”, 2 photos not sent yet.');
  await notSent.waitFor();
  await page.reload();
  await notSent.waitFor();
  await page.getByText('Waiting to be sent: 1 request, 2 photos.').waitFor();
  expect((await app.call(anna, 'GET', '/tickets')).total).toBe(0);
  await page.context().setOffline(false);
  await page
    .locator('.toast', { hasText: /^Request #\d+ sent/ })
    .getByRole('button', { name: 'View' })
    .click();
  await heading(page, 'Water runs down the wall').waitFor();
  await expect(notSent).toHaveCount(0);
  const { items, total } = await app.call(anna, 'GET', '/tickets');
  expect(total).toBe(1);
  const stored = async (): Promise<string[]> =>
    (await app.call(anna, 'GET', `/ext/tickets/${items[0].id}/attachments`)).items.map(
      (one: { filename: string }) => one.filename,
    );
  await expect.poll(stored, { timeout: 30_000 }).toEqual(['leak.png', 'wall.png']);
  await visit(page, '/tickets/new');
  await page.getByLabel("What's wrong?").waitFor();
  await expect(page.locator('.new-picture')).toHaveCount(0);
  await expect(page.getByLabel("What's wrong?")).toHaveValue('');
});

test('a new request that the service refuses comes back into its form', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, phone); // the first page is shown again without a connection
  await visit(page, '/tickets/new');
  await page.locator('input[type=file][multiple]').setInputFiles([photoFile('leak.png')]);
  await page.getByRole('radio', { name: 'Plumbing' }).check();
  await page.locator('.picker-selection').waitFor(); // the only building
  await page.getByLabel("What's wrong?").fill('Water runs down the wall');
  const refuse = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { error: 'the project or the object is disabled' } })
      : route.continue();
  await page.route('**/tickets', refuse);
  await button(page, 'Send request').click();
  await page.getByRole('alert').filter({ hasText: 'The project or the building is disabled.' }).waitFor();
  await page.getByRole('img', { name: /: leak.png$/ }).waitFor();
  await expect(page.getByLabel("What's wrong?")).toHaveValue('Water runs down the wall');
  await page.unroute('**/tickets', refuse);
  await button(page, 'Send request').click();
  await heading(page, 'Water runs down the wall').waitFor();

  await test.step('also when its form was left before', async () => {
    await visit(page, '/tickets/new');
    await page.getByRole('radio', { name: 'Plumbing' }).check();
    await page.getByLabel("What's wrong?").fill('The tap drips');
    app.link.disconnect();
    await button(page, 'Send request').click();
    await page.getByText('New request: “The tap drips” not sent yet.').waitFor();
    await page.route('**/tickets', refuse);
    app.link.restore();
    await page.getByText('The project or the building is disabled.').waitFor();
    await visit(page, '/tickets/new');
    await page.locator('input[type=file][multiple]').setInputFiles([photoFile('door.png')]);
    await page.getByLabel("What's wrong?").fill('The door jams');
    await page.getByRole('button', { name: 'Edit “The tap drips”' }).click();
    await expect(page.getByLabel("What's wrong?")).toHaveValue('The tap drips');
    await expect(page.getByText('not sent yet')).toHaveCount(0);
  });

  await test.step('and replaces no draft of another request', async () => {
    await visit(page, '/');
    await visit(page, '/tickets/new');
    await expect(page.getByLabel("What's wrong?")).toHaveValue('The tap drips');
    await expect(page.locator('.new-picture')).toHaveCount(0);
    await page.unroute('**/tickets', refuse);
    await button(page, 'Send request').click();
    await heading(page, 'The tap drips').waitFor();
    await visit(page, '/tickets/new');
    await expect(page.getByLabel("What's wrong?")).toHaveValue('The door jams');
    await page.getByRole('img', { name: /: door.png$/ }).waitFor();
  });
});

test('a dialog stays open when text is selected beyond its edge, and closes on a click beside it', async ({ app, lobby }) => {
  const id = await lobby.report('A lamp is dark', 'take', 'start', 'done');
  const page = await app.open(lobby.anna);
  const dialog = page.getByRole('dialog');
  await visit(page, `/tickets/${id}`);
  await button(page, 'Request rework').click();
  const reason = page.getByLabel('Reason');
  await reason.fill('It is dark again');
  const box = await reason.boundingBox();
  if (!box) throw new Error('the reason is not shown');
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.up();
  expect(await dialog.isVisible()).toBe(true);
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
});

test('changes of a rule are kept until they are saved, unless somebody else has changed it', async ({ app, lobby }) => {
  const { anna, object } = lobby;
  const template = { category: 'other', description: 'Look at the lamps', object_id: object, anchor_at: '2030-01-01T08:00:00Z' };
  const { id: rule } = await app.call(anna, 'POST', '/recurring', { ...template, period_days: 7 });
  const page = await app.open(anna);
  const dialog = page.getByRole('dialog');
  const description = page.getByLabel('What needs to be done?');
  await visit(page, `/rules/${rule}`);

  await test.step('a dialog that was closed opens with the draft', async () => {
    await button(page, 'Edit').click();
    await description.fill('Look at all the lamps');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Edit').click();
    await expect(description).toHaveValue('Look at all the lamps');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Look at all the lamps').waitFor();
    await button(page, 'Edit').click();
    await description.fill('Look at the lamps twice');
    await page.keyboard.press('Escape');
  });

  await test.step('a draft of older data is dropped', async () => {
    await app.call(anna, 'PATCH', `/recurring/${rule}`, { description: 'Look at the lamps and the doors' });
    await page.reload();
    await button(page, 'Edit').click();
    await expect(description).toHaveValue('Look at the lamps and the doors');
  });
});

test('New request takes the object that a link names, until another one is chosen', async ({ app, lobby: { anna } }) => {
  const { id: project } = await app.call(anna, 'POST', '/projects', { name: 'Harbour' });
  const place = { name: 'Warehouse', address: 'Dock Road 1' };
  await app.call(anna, 'POST', `/projects/${project}/objects`, place);
  const page = await app.open(anna);
  const selected = page.locator('.picker-selection');

  await test.step('the object of the link replaces the one of the draft, and the text stays', async () => {
    await visit(page, '/tickets/new');
    await page.getByRole('button', { name: /Lobby/ }).click();
    await page.getByLabel("What's wrong?").fill('The lamp is dark');
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: 'Harbour' }).click();
    await heading(page, 'Harbour').waitFor();
    await page.getByRole('link', { name: 'New request' }).click();
    await selected.getByText('Warehouse').waitFor();
    await expect(page.getByLabel("What's wrong?")).toHaveValue('The lamp is dark');
    await page.waitForURL(/tickets\/new$/);
  });

  await test.step('an object that is chosen afterwards outlives a reload', async () => {
    await button(page, 'Change').click();
    await page.getByRole('button', { name: /Lobby/ }).click();
    await selected.getByText('Lobby').waitFor();
    await page.reload();
    await expect(selected).toContainText('Lobby');
  });
});
