import type { Locator, Page } from '@playwright/test';
import { type App, expect, test } from '../fixtures.ts';
import { button, currentStatus, desktop, heading, offlineBanner, phone } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';
import { openWithServiceWorker, waitForStored } from '../stored-records.ts';

// Checklists: their form, a round that is walked without a connection, and what worker and client see before the work is accepted.

interface Item {
  id: string;
  label: string;
  kind: string;
  value: unknown;
  state: string;
}

const check = (label: string, required = true) => ({ label, kind: 'check', required });
const pressure = { label: 'Pressure', kind: 'number', required: true, unit: 'bar', min: 1, max: 2.5 };
const picture = { label: 'Boiler', kind: 'photo', required: true };

/** Creates a checklist of Anna, and puts it on a ticket. */
async function addChecklist(app: App, anna: string, ticket: number, items: object[]): Promise<Item[]> {
  const { id } = await app.call(anna, 'POST', '/ext/checklists', { name: 'Monthly round', items });
  return (await app.call(anna, 'PUT', `/ext/tickets/${ticket}/checklist`, { checklist_id: id })).items;
}

const itemOf = (page: Page, label: string): Locator =>
  page.locator('.checklist-item', { has: page.getByText(label, { exact: true }) });
const section = (page: Page): Locator => page.getByRole('region', { name: 'Monthly round' });
const fileOf = (item: Locator): Locator => item.locator('input[type=file]');
const storedItems = async (app: App, who: string, ticket: number): Promise<Item[]> =>
  (await app.call(who, 'GET', `/ext/tickets/${ticket}/checklist`)).items;

/** The first answers to these requests are lost after the service has handled them. */
async function loseAnswers(page: Page, url: RegExp, method: string, count: number): Promise<() => number> {
  let lost = 0;
  await page.context().route(url, async (route) => {
    if (route.request().method() !== method || lost >= count) return route.fallback();
    lost++;
    await route.fetch().catch(() => {});
    await route.abort('connectionreset').catch(() => {});
  });
  return () => lost;
}

test('a round is walked on a phone without a connection, and arrives exactly once', async ({
  app,
  begun: id,
  lobby: { anna, wanda },
}) => {
  const checks = [check('Lamp 1'), check('Lamp 2')];
  const numbers = [1, 2, 3].map((number) => ({ ...pressure, label: `Pressure ${number}` }));
  const choice = { label: 'Roof', kind: 'choice', required: false, choices: ['good', 'worn'] };
  const items = [...checks, ...numbers, choice, { label: 'Note', kind: 'text' }, picture, check('Door')];
  await addChecklist(app, anna, id, items);
  const page = await app.openWithClock(wanda, phone, `/tickets/${id}`);
  await expect(section(page)).toContainText(`0 of ${items.length} answered`);

  app.link.disconnect();
  for (const { label } of checks)
    await itemOf(page, label)
      .getByRole('button', { name: `OK ${label}`, exact: true })
      .click();
  for (const [index, { label }] of numbers.entries()) {
    await itemOf(page, label)
      .getByRole('textbox')
      .fill(`${index + 1},5`);
  }
  await expect(itemOf(page, 'Pressure 3')).toContainText('Outside the limits: 1 to 2.5 bar');
  await itemOf(page, 'Roof').getByRole('button', { name: 'good' }).click();
  await itemOf(page, 'Note').getByRole('textbox').fill('The key is in the box');
  await fileOf(itemOf(page, 'Boiler')).setInputFiles(photoFile('boiler.png'));
  await itemOf(page, 'Roof').getByRole('button', { name: 'worn' }).click();
  await itemOf(page, 'Door')
    .getByRole('button', { name: /^Failed/ })
    .click();
  await expect(section(page)).toContainText(`${items.length} of ${items.length} answered`);
  await expect(section(page)).toContainText('2 failed');
  await offlineBanner(page)
    .getByText(/Waiting to be sent: Checklist, 1 photo/)
    .waitFor();

  const requests: { key: string | undefined; body: string }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH' || !request.url().endsWith('/checklist')) return;
    requests.push({ key: request.headers()['idempotency-key'], body: request.postData() ?? '' });
  });
  const lostAnswers = await loseAnswers(page, /\/ext\/tickets\/\d+\/checklist$/, 'PATCH', 2);
  const lostPhotos = await loseAnswers(page, /\/tickets\/\d+\/photos$/, 'POST', 1);
  app.link.restore();
  const notSent = async (): Promise<number> => {
    await page.clock.runFor(2_000); // the queue waits before it tries again
    return page.getByText('Not sent yet').count();
  };
  await expect.poll(notSent, { timeout: 90_000 }).toBe(0);
  expect([lostAnswers(), lostPhotos()]).toEqual([2, 1]);

  const stored = await storedItems(app, anna, id);
  const { items: photos } = await app.call(anna, 'GET', `/tickets/${id}/photos`);
  expect(photos).toHaveLength(1);
  const values = stored.map(({ value }) => value);
  const expected = [...checks.map(() => true), 1.5, 2.5, 3.5, 'worn', 'The key is in the box', photos[0].id, false];
  expect(values).toEqual(expected);
  expect(new Set(requests.map(({ key, body }) => `${key} ${body}`)).size, 'the answers are merged').toBeLessThanOrEqual(3);
  await expect(section(page)).toContainText(`${items.length} of ${items.length} answered`);
});

test('answers survive a reload without a connection, and a checklist is opened without one', async ({
  app,
  begun: id,
  lobby: { anna, wanda },
}) => {
  await addChecklist(app, anna, id, [check('Lamp'), pressure]);
  const page = await openWithServiceWorker(app, wanda);
  await page.getByText('A lamp is dark').waitFor();
  await waitForStored(page, '/checklist');
  await waitForStored(page, '/events');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('A lamp is dark').click();
  await itemOf(page, 'Lamp').getByRole('button', { name: 'OK Lamp' }).click();
  await itemOf(page, 'Pressure').getByRole('textbox').fill('2');
  await expect(section(page)).toContainText('2 of 2 answered');
  await page.reload();
  await expect(section(page)).toContainText('2 of 2 answered');
  await expect(itemOf(page, 'Pressure').getByRole('textbox')).toHaveValue('2');
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await storedItems(app, anna, id)).map(({ value }) => value), { timeout: 30_000 })
    .toEqual([true, 2]);
});

test('finishing asks when required items are open, and the client sees them and what has failed before confirming', async ({
  app,
  begun: id,
  lobby: { anna, wanda },
}) => {
  const [lamp] = await addChecklist(app, anna, id, [check('Lamp'), pressure, check('Door', false)]);
  await app.call(wanda, 'PATCH', `/ext/tickets/${id}/checklist`, { answers: { [lamp?.id ?? '']: false } });
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  await itemOf(page, 'Lamp').getByRole('button', { name: 'Failed Lamp', pressed: true }).waitFor();
  await button(page, 'Finish job').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('listitem')).toHaveText(['Pressure']);
  await sheet.getByRole('button', { name: /^Finish/ }).click();
  await currentStatus(page, 'Done').waitFor();

  const client = await app.open(anna, desktop);
  const card = client.getByRole('article').filter({ hasText: 'A lamp is dark' });
  await expect(card).toContainText('Failed: Lamp');
  await expect(card).toContainText('Required, without an answer: Pressure');
});

test("the earlier run's answer stands beside the field, and an answer can be taken back", async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const [first, second] = [await report('First round', 'take', 'start'), await report('Second round', 'take', 'start')];
  const { id: list, items } = await app.call(anna, 'POST', '/ext/checklists', { name: 'Monthly round', items: [pressure] });
  for (const id of [first, second]) await app.call(anna, 'PUT', `/ext/tickets/${id}/checklist`, { checklist_id: list });
  await app.call(wanda, 'PATCH', `/ext/tickets/${first}/checklist`, { answers: { [items[0].id]: 1.6 } });
  const page = await app.open(wanda, phone, `/tickets/${second}`);
  const item = itemOf(page, 'Pressure');
  await expect(item).toContainText('Last time: 1.6 bar');
  await item.getByRole('textbox').fill('two');
  await expect(item).toContainText('Enter a number.');
  await item.getByRole('textbox').fill('2');
  await item.getByRole('textbox').press('Enter');
  const value = async () => (await storedItems(app, anna, second))[0]?.value;
  await expect.poll(value).toBe(2);
  await item.getByRole('textbox').fill('');
  await expect.poll(value).toBe(null);
});

test('a signature is drawn without a connection, and arrives once although its answer is lost', async ({
  app,
  begun: id,
  lobby: { wanda },
}) => {
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  await button(page, 'Get a signature').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name of the person/).fill('Otto Brandt');
  await dialog.getByRole('button', { name: 'Save signature' }).click();
  await expect(dialog.getByRole('button', { name: 'Save signature' })).toHaveAccessibleDescription(/sign/i);
  await expect(dialog.locator('canvas')).toBeFocused();
  app.link.disconnect();
  const field = await dialog.locator('canvas').boundingBox();
  const [x, y] = [(field?.x ?? 0) + 40, (field?.y ?? 0) + 60];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 40, { steps: 5 });
  await page.mouse.up();
  await dialog.getByRole('button', { name: 'Save signature' }).click();
  await page.getByRole('img', { name: 'Signature of Otto Brandt' }).waitFor();
  await page.getByText('Not sent yet').waitFor();
  await expect(button(page, 'Get a signature')).toHaveCount(0);
  const lost = await loseAnswers(page, /\/signature$/, 'POST', 1);
  app.link.restore();
  await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 60_000 });
  expect(lost()).toBe(1);
  const { items } = await app.call(wanda, 'GET', `/ext/tickets/${id}/attachments`);
  expect(items.map(({ kind, signed_by }: { kind: string; signed_by: string }) => [kind, signed_by])).toEqual([
    ['signature', 'Otto Brandt'],
  ]);
  await expect(button(page, 'Get a signature'), 'one for each round of work').toHaveCount(0);
});

test('a client makes a checklist, reorders it with the keyboard, and puts it on a request', async ({
  app,
  begun: id,
  lobby: { anna },
}) => {
  const page = await app.open(anna, desktop, '/checklists');
  await page.getByRole('link', { name: 'New checklist' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Weekly round');
  await page.getByLabel('What to look at').fill('Door');
  await button(page, 'Add item').click();
  await expect(page.getByLabel('What to look at').nth(1)).toBeFocused();
  await page.keyboard.type('Pressure');
  await page.getByLabel('Answer').nth(1).selectOption({ label: 'Number' });
  await page.getByLabel('Unit').fill('bar');
  await page.getByLabel('Smallest').fill('3');
  await page.getByLabel('Largest').fill('2,5');
  await page.getByText('The smallest is above the largest.').waitFor();
  await page.getByLabel('Smallest').fill('1');
  await button(page, 'Create').click();
  await page.getByText('2 items · 2 required').waitFor();
  const before = (await app.call(anna, 'GET', '/ext/checklists')).items[0];
  expect(before.items.map(({ label, kind, min, max }: Item & { min: number; max: number }) => [label, kind, min, max])).toEqual([
    ['Door', 'check', undefined, undefined],
    ['Pressure', 'number', 1, 2.5],
  ]);

  await page.getByRole('link', { name: 'Weekly round' }).click();
  await button(page, 'Move up Pressure').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Move up Pressure')).toBeFocused();
  await page.getByLabel('What to look at').nth(1).fill('Back door');
  await button(page, 'Save').click();
  await heading(page, 'Checklists').waitFor();
  const after = (await app.call(anna, 'GET', '/ext/checklists')).items[0];
  const ids = (list: { items: Item[] }) => list.items.map((item) => item.id);
  expect(ids(after)).toEqual(ids(before).toReversed());
  expect(after.items.map(({ label }: Item) => label)).toEqual(['Pressure', 'Back door']);

  await page.goto(`${app.url}/app/tickets/${id}`);
  await button(page, 'Add checklist').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Weekly round/ })
    .click();
  await page.getByRole('region', { name: 'Weekly round' }).getByText('0 of 2 answered').waitFor();
  await button(page, 'Remove checklist').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove checklist' }).click();
  await button(page, 'Add checklist').waitFor();
});
