import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import type { ApiClient } from './api-client.ts';
import { adminEmail, type ConsoleService, startConsoleService } from './console-service.ts';
import { test as base, expect } from './fixtures.ts';
import { bulkResult, button, currentStatus, desktop, heading, phone, visit } from './page-helpers.ts';
import { countTaps } from './tap-counter.ts';

// The board of admins. It shows all open tickets and all workers of a service, so each test empties it first.

const test = base.extend<{ emptyBoard: undefined }, { service: ConsoleService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from the pattern
    async ({}, use) => {
      const service = await startConsoleService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  emptyBoard: [
    async ({ service }, use) => {
      // One after the other: in one transaction they would lock tickets before accounts, which the service does not.
      await query(service, "update users set is_active = false where role = 'worker'");
      await query(service, 'delete from tickets');
      await use(undefined);
    },
    { auto: true },
  ],
});

async function query({ databaseUrl }: ConsoleService, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Moves all times of a ticket into the past. */
const backdate = (app: ApiClient, id: number, hours: number): Promise<void> =>
  query(
    app.service,
    `update tickets set ${['created_at', 'assigned_at', 'started_at', 'done_at', 'rejected_at']
      .map((column) => `${column} = ${column} - interval '${hours} hours'`)
      .join(', ')} where id = ${id}`,
  );

/** Sets a priority, which an API call would need a whole ticket for. */
const makeHigh = (app: ApiClient, id: number): Promise<void> =>
  query(app.service, `update tickets set priority = 'high' where id = ${id}`);

const lane = (page: Page, name: string): Locator =>
  page.locator('.column').filter({ has: page.getByRole('heading', { name, level: 2 }) });
const cards = (page: Page, name: string): Locator => lane(page, name).locator('.board-card');
const card = (page: Page, text: string): Locator => page.locator('.board-card', { hasText: text });
const workerOf = (app: ApiClient, id: number): Promise<string | undefined> =>
  app.call(adminEmail, 'GET', `/tickets/${id}`).then(({ worker_name }) => worker_name);

/** A second worker in the project of the lobby. */
async function addWalter(app: ApiClient, { anna, project }: { anna: string; project: number }): Promise<string> {
  const walter = await app.account('Walter', 'worker');
  const { id: worker_id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  await app.call(walter, 'POST', `/projects/${project}/invitation/accept`);
  return walter;
}

test('a column of the board starts with high priority, then the oldest, on cards of at most 96 px', async ({ app, lobby }) => {
  const oldest = await lobby.report(`The oldest lamp is dark, and ${'it hums, '.repeat(30)}`);
  await lobby.report('A newer lamp is dark');
  const urgent = await lobby.report('Water drips from the ceiling');
  await backdate(app, oldest, 50);
  await makeHigh(app, urgent);
  const admin = await app.open(adminEmail, desktop);
  await expect(cards(admin, 'New')).toHaveText([/Water drips/, /The oldest lamp/, /A newer lamp/]);
  await expect(card(admin, 'Water drips').getByText('High priority')).toHaveCount(1);
  await expect(card(admin, 'The oldest').locator('.age')).toHaveText('2d');
  await expect(card(admin, 'The oldest').locator('.age')).toHaveClass(/warning/);
  for (const one of await admin.locator('.board-card').all()) {
    expect((await one.boundingBox())?.height, await one.innerText()).toBeLessThanOrEqual(96);
  }
});

test('the board first shows what needs attention, without a tap', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const walter = await addWalter(app, lobby);
  const unassigned = await report('Urgent and unassigned');
  await makeHigh(app, unassigned);
  await backdate(app, unassigned, 2);
  const reworked = await report('Reworked twice');
  await app.transition(wanda, reworked, 'take');
  for (let round = 0; round < 2; round++) {
    await app.transition(wanda, reworked, 'start', 'done');
    await app.call(anna, 'PATCH', `/tickets/${reworked}/reject`, { reason: 'It is dark again' });
  }
  const done = await report('Done long ago');
  await app.transition(wanda, done, 'take', 'start', 'done');
  await backdate(app, done, 80);
  const stranded = await report('Its worker is disabled');
  await app.transition(walter, stranded, 'take');
  const { id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(adminEmail, 'PATCH', `/users/${id}`, { is_active: false });
  await report('Nothing special');
  const admin = await app.open(adminEmail, desktop);
  const taps = await countTaps(admin);
  const attention = cards(admin, 'Needs attention');
  await expect(attention).toHaveCount(4);
  await expect(attention.first()).toContainText('Urgent and unassigned');
  for (const [text, reason] of [
    ['Urgent and unassigned', 'Unassigned'],
    ['Reworked twice', 'Repeated rework'],
    ['Done long ago', 'Unconfirmed'],
    ['Its worker is disabled', 'Worker disabled'],
  ] as const) {
    await expect(attention.filter({ hasText: text })).toContainText(reason);
  }
  await expect(cards(admin, 'New')).toHaveText([/Nothing special/]);
  await expect(cards(admin, 'Assigned'), 'a card is in one lane').toHaveCount(0);
  await expect(
    admin
      .locator('.workload')
      .getByRole('link', { name: /^Walter/ })
      .locator('.avatar'),
  ).toHaveClass(/disabled/);
  expect(await taps()).toBe(0);
});

test('what needs attention is on the board, though its column shows older requests only', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const walter = await addWalter(app, lobby);
  const { id: worker_id } = await app.call(wanda, 'GET', '/auth/me');
  for (let number = 0; number < 51; number++) {
    const id = await report(`Ordinary ${number}`);
    await app.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id });
  }
  const stranded = await report('Its worker is disabled');
  await app.transition(walter, stranded, 'take');
  const back = await report('The key is missing');
  await app.transition(wanda, back, 'take');
  await app.call(wanda, 'POST', `/ext/tickets/${back}/hand-back`, { reason: 'No key for the roof' });
  const { id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(adminEmail, 'PATCH', `/users/${id}`, { is_active: false });
  const admin = await app.open(adminEmail, desktop);
  const attention = cards(admin, 'Needs attention');
  await expect(attention).toHaveCount(2);
  await expect(attention.filter({ hasText: 'Its worker is disabled' })).toContainText('Worker disabled');
  await expect(attention.filter({ hasText: 'The key is missing' })).toContainText('Handed back');
  await expect(lane(admin, 'Assigned').getByRole('heading', { name: 'Assigned 51' })).toBeVisible();
});

test('the board shows who has the most open requests first, without a tap', async ({ app, lobby }) => {
  const { wanda, report } = lobby;
  const walter = await addWalter(app, lobby);
  await app.transition(walter, await report('A door sticks'), 'take');
  for (let lamp = 1; lamp <= 3; lamp++) await app.transition(wanda, await report(`Lamp ${lamp} is dark`), 'take');
  for (const options of [desktop, phone]) {
    const admin = await app.open(adminEmail, options);
    const taps = await countTaps(admin);
    const workers = admin.locator('.workload').getByRole('link');
    await expect(workers).toHaveText([/^W+Wanda3$/, /^W+Walter1$/]);
    await expect(workers.first()).toBeInViewport({ ratio: 1 });
    expect(await taps()).toBe(0);
  }
});

test('the workload shows every worker without scrolling sideways', async ({ app, lobby: { wanda, report } }) => {
  for (const name of ['Aaron', 'Berta', 'Carl', 'Dora', 'Emil', 'Frida', 'Gustav', 'Hanna']) await app.account(name, 'worker');
  await app.transition(wanda, await report('A lamp is dark'), 'take');
  for (const options of [desktop, phone]) {
    const admin = await app.open(adminEmail, options);
    const workload = admin.locator('.workload');
    await expect(workload.getByRole('link', { name: 'Wanda 1', exact: true })).toBeVisible();
    const widthPx = options.viewport?.width ?? 0;
    for (const name of ['Aaron', 'Frida', 'Hanna']) {
      const box = await workload.getByRole('link', { name: new RegExp(`^${name}`) }).boundingBox();
      expect((box?.x ?? widthPx) + (box?.width ?? 0), name).toBeLessThanOrEqual(widthPx);
    }
    expect(await workload.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
  }
});

test('a card of the board opens its ticket in the drawer, and Close returns to the card', async ({ app, lobby }) => {
  const id = await lobby.report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  await admin.locator('.workload').getByRole('link').first().waitFor();
  await card(admin, 'A lamp is dark').click();
  const drawer = admin.locator('.drawer');
  await drawer.getByText(`Request #${id}`).first().waitFor();
  await heading(admin, 'Board').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  await expect(card(admin, 'A lamp is dark').getByRole('link')).toBeFocused();
  await visit(admin, `/?open=${id}`);
  await drawer.getByText(`Request #${id}`).first().waitFor();
});

test('five requests are assigned in four clicks', async ({ app, lobby: { report } }) => {
  const ids: number[] = [];
  for (let i = 1; i <= 5; i++) ids.push(await report(`Lamp ${i} is dark`));
  const admin = await app.open(adminEmail, desktop);
  await expect(cards(admin, 'New')).toHaveCount(5);
  const taps = await countTaps(admin);
  await card(admin, 'Lamp 1').hover();
  await card(admin, 'Lamp 1').getByRole('checkbox').click();
  await card(admin, 'Lamp 5').hover();
  await card(admin, 'Lamp 5')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await admin.getByText('5 selected').waitFor();
  await button(admin, 'Assign to…').click();
  await admin.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await bulkResult(admin).getByText('5 requests assigned to Wanda.').waitFor();
  for (const id of ids) expect(await workerOf(app, id)).toBe('Wanda');
  expect(await taps()).toBe(4);
  await expect(admin.locator('.selection-bar')).toHaveCount(0);
});

test('what the service refuses is told after several requests were assigned', async ({ app, lobby: { wanda, report } }) => {
  for (let i = 1; i <= 4; i++) await report(`Lamp ${i} is dark`);
  const taken = await report('Lamp 5 is dark');
  const admin = await app.open(adminEmail, desktop);
  await expect(cards(admin, 'New')).toHaveCount(5);
  await admin.keyboard.press('Tab');
  for (let i = 1; i <= 5; i++) {
    await card(admin, `Lamp ${i}`).getByRole('link').focus();
    await admin.keyboard.press('x');
  }
  await button(admin, 'Assign to…').click();
  const wandas = admin.getByRole('dialog').getByRole('button', { name: /Wanda/ });
  await wandas.waitFor();
  await app.transition(wanda, taken, 'take');
  await wandas.click();
  const result = bulkResult(admin);
  await result.getByText('4 requests assigned to Wanda. 1 not possible.').waitFor();
  await expect(result.getByRole('listitem')).toHaveCount(5);
  await expect(result.getByRole('listitem').first()).toContainText(`#${taken} not possible: `);
  await expect(admin.getByRole('status').filter({ hasText: `#${taken} not possible: ` })).toHaveCount(1);
  await result.getByRole('button', { name: 'Close' }).click();
  await expect(result).toHaveCount(0);
});

test('several requests are cancelled with one reason', async ({ app, lobby: { report } }) => {
  const ids = [await report('Lamp 1 is dark'), await report('Lamp 2 is dark')];
  const admin = await app.open(adminEmail, desktop);
  for (const name of ['Lamp 1', 'Lamp 2']) {
    await card(admin, name).hover();
    await card(admin, name).getByRole('checkbox').click();
  }
  await button(admin, 'Cancel requests…').click();
  await admin.getByLabel('Reason').fill('The house is torn down');
  await button(admin, 'Cancel request').click();
  await bulkResult(admin).getByText('2 requests cancelled.').waitFor();
  for (const id of ids) expect(await app.ticketStatus(adminEmail, id)).toBe('closed');
});

test('the empty place of the worker assigns by keyboard, those with the least work first', async ({ app, lobby }) => {
  const { wanda, report } = lobby;
  await addWalter(app, lobby);
  await app.transition(wanda, await report('Another lamp is dark'), 'take', 'start');
  const id = await report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  await button(admin, `Assign request #${id}`).focus();
  await admin.keyboard.press('Enter');
  const names = admin.getByRole('dialog').locator('.option-list button');
  await expect(names).toHaveText([/Walter0 open/, /Wanda1 open · 1 in progress/]);
  await admin.keyboard.type('wan');
  await expect(names).toHaveCount(1);
  await admin.keyboard.press('Enter');
  await admin.getByText('Assigned to Wanda.').waitFor();
  expect(await workerOf(app, id)).toBe('Wanda');
  await button(admin, 'View').click();
  await heading(admin, 'A lamp is dark').waitFor();
});

test('a card that is dragged onto a worker is assigned', async ({ app, lobby: { wanda, report } }) => {
  await app.transition(wanda, await report('Another lamp is dark'), 'take');
  const id = await report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  const target = admin.locator('.workload').getByRole('link', { name: /^Wanda/ });
  await target.waitFor();
  await card(admin, 'A lamp is dark').dragTo(target);
  await admin.getByText('Assigned to Wanda.').waitFor();
  expect(await workerOf(app, id)).toBe('Wanda');
  await target.getByText('2').waitFor();
});

test('a card of somebody else is dragged onto a worker and reassigned, and the selection reassigns with the keyboard', async ({
  app,
  lobby,
}) => {
  const { wanda, report } = lobby;
  const walter = await addWalter(app, lobby);
  await app.transition(walter, await report('Another lamp is dark'), 'take');
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take', 'start');
  const admin = await app.open(adminEmail, desktop);
  const target = admin.locator('.workload').getByRole('link', { name: /^Walter/ });
  await target.waitFor();
  await card(admin, 'A lamp is dark').dragTo(target);
  await admin.getByText('Assigned to Walter.').waitFor();
  expect([await workerOf(app, id), await app.ticketStatus(adminEmail, id)]).toEqual(['Walter', 'assigned']);
  await card(admin, 'A lamp is dark').getByRole('link').focus();
  await admin.keyboard.press('x');
  await button(admin, 'Assign to…').click();
  await admin.getByRole('dialog').locator('.option-list button', { hasText: 'Wanda' }).waitFor();
  await admin.keyboard.type('wan');
  await admin.keyboard.press('Enter');
  await admin.getByText('Assigned to Wanda.').waitFor();
  expect(await workerOf(app, id)).toBe('Wanda');
});

test('a card that is dragged onto a worker of other projects stays and says why', async ({ app, lobby: { report } }) => {
  await app.account('Olga', 'worker');
  const id = await report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  await card(admin, 'A lamp is dark').dragTo(admin.locator('.workload').getByRole('link', { name: /^Olga/ }));
  await admin.locator('.toast.error').waitFor();
  expect(await app.ticketStatus(adminEmail, id)).toBe('new');
});

test('the dialog for assigning tells what workers have to do and leaves out disabled ones', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const walter = await addWalter(app, lobby);
  await app.transition(wanda, await report('Another lamp is dark'), 'take', 'start');
  const { id: worker } = await app.call(walter, 'GET', '/auth/me');
  await app.call(adminEmail, 'PATCH', `/users/${worker}`, { is_active: false });
  const id = await report('A lamp is dark');
  for (const email of [anna, adminEmail]) {
    const page = await app.open(email, phone);
    await visit(page, `/tickets/${id}`);
    await button(page, 'Assign').click();
    const names = page.getByRole('dialog').locator('.option-list button');
    await expect(names).toHaveText([/Wanda1 open · 1 in progress/]);
    await expect(names.locator('.avatar')).toHaveText('W');
    await page.getByRole('dialog').getByRole('searchbox').fill('nobody');
    await page.getByText('No results.').waitFor();
    await button(page, 'Close').click();
  }
  const page = await app.open(anna, phone);
  await visit(page, `/tickets/${id}`);
  await button(page, 'Assign').click();
  await page.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await currentStatus(page, 'Assigned').waitFor();
});

test('requests are selected in the list with the keyboard and assigned together', async ({ app, lobby: { anna, report } }) => {
  const ids = [await report('Lamp 1 is dark'), await report('Lamp 2 is dark'), await report('Lamp 3 is dark')];
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets');
  await heading(client, 'Requests').waitFor(); // the home page has the same links
  await client.getByRole('link', { name: 'Lamp 3 is dark' }).focus();
  await client.keyboard.press('x');
  await client.getByText('1 selected').waitFor();
  await client.getByRole('link', { name: 'Lamp 1 is dark' }).focus();
  await client.keyboard.press('Shift+X');
  await client.getByText('3 selected').waitFor();
  await client.getByRole('checkbox', { name: `Select request #${ids[1]}` }).press('Space');
  await client.getByText('2 selected').waitFor();
  await button(client, 'Assign to…').click();
  await client.getByRole('dialog').getByRole('button', { name: /Wanda/ }).waitFor();
  await client.getByRole('dialog').getByRole('searchbox').press('Enter');
  await bulkResult(client).getByText('2 requests assigned to Wanda.').waitFor();
  expect(await Promise.all(ids.map((id) => app.ticketStatus(anna, id)))).toEqual(['assigned', 'new', 'assigned']);
});
