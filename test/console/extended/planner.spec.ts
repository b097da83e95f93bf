import type { Locator, Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { type App, expect, test } from '../fixtures.ts';
import { button, desktop, phone } from '../page-helpers.ts';

// The planner: people by days, what nobody has planned, and how both are changed with the pointer and the keyboard.

/** A day in the week after next, which is never over and always within one view. @param weekday 1 is Monday */
function comingDay(weekday: number): string {
  const date = new Date();
  date.setDate(date.getDate() + 14 - ((date.getDay() + 6) % 7) + (weekday - 1));
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
const [monday, tuesday, wednesday] = [comingDay(1), comingDay(2), comingDay(3)];
const at = (day: string, hour: number): string => new Date(`${day}T${String(hour).padStart(2, '0')}:00`).toISOString();
const path = `/planner?date=${monday}`;

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
const cell = (page: Page, name: string, day: string): Locator => row(page, name).locator(`[data-day="${day}"]`);
const unplanned = (page: Page): Locator => page.getByRole('region', { name: /^Unplanned/ });
const job = (within: Locator, text: string): Locator => within.getByRole('article').filter({ hasText: text });
const state = async (app: App, id: number): Promise<string> => {
  const { worker_name, appointment } = await app.call(adminEmail, 'GET', `/ext/tickets/${id}`);
  return [worker_name, appointment?.from, appointment?.to].filter(Boolean).join(' ');
};

test('jobs are dragged from the unplanned list to people and days, and between them', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  await lobby.addWorker('Walter');
  const { id: other } = await app.call(anna, 'POST', '/projects', { name: 'Bridge' });
  const boris = await app.account('Boris', 'worker');
  await app.call(anna, 'POST', `/projects/${other}/workers`, { worker_id: await app.idOf(boris) });
  await app.call(boris, 'POST', `/projects/${other}/invitation/accept`);
  const id = await report('The pump hums');
  const earlier = await report('A lamp is dark', 'take');
  await app.call(wanda, 'PUT', `/ext/tickets/${earlier}/appointment`, { from: at(monday, 8), to: at(monday, 10) });
  const client = await app.open(anna, desktop, path);
  const dialog = client.getByRole('dialog');

  await job(unplanned(client), 'The pump hums').dragTo(cell(client, 'Wanda', monday));
  await expect(dialog.getByLabel('Person')).toHaveValue(await app.idOf(wanda));
  await expect(dialog.getByLabel('From'), 'the first free time').toHaveValue('10:00');
  await dialog.getByText('The request is assigned to Wanda.').waitFor();
  await dialog.getByLabel('From').fill('09:00');
  await dialog.getByText('Overlaps 08:00–10:00: A lamp is dark').waitFor();
  await dialog.getByLabel('Note').fill('Ring twice');
  await dialog.getByRole('button', { name: 'Save appointment' }).click();
  await client.getByText('Planned for Wanda. It overlaps 1 other.').waitFor();
  await job(cell(client, 'Wanda', monday), 'The pump hums').waitFor();
  await expect(job(unplanned(client), 'The pump hums')).toHaveCount(0);
  expect(await state(app, id)).toBe(`Wanda ${at(monday, 9)} ${at(monday, 12)}`);

  await job(cell(client, 'Wanda', monday), 'The pump hums').dragTo(cell(client, 'Walter', wednesday));
  await dialog.getByText('The request moves from Wanda to Walter.').waitFor();
  await expect(dialog.getByLabel('Note')).toHaveValue('Ring twice');
  await dialog.getByRole('button', { name: 'Save appointment' }).click();
  await job(cell(client, 'Walter', wednesday), 'The pump hums').waitFor();
  expect(await state(app, id)).toBe(`Walter ${at(wednesday, 9)} ${at(wednesday, 12)}`);

  await job(cell(client, 'Walter', wednesday), 'The pump hums').hover();
  await client.mouse.down();
  await cell(client, 'Boris', tuesday).hover();
  await cell(client, 'Boris', tuesday).hover();
  await expect(row(client, 'Boris'), 'it says while dragging who cannot have it').toContainText('Not in this project');
  await client.mouse.up();
  await expect(dialog).toHaveCount(0);
  expect(await state(app, id)).toContain('Walter');
});

test('a job is planned, moved and unplanned with the keyboard alone', async ({
  app,
  lobby: { anna, wanda, report, inviteWorker },
}) => {
  await inviteWorker('Walter');
  const id = await report('The pump hums');
  const client = await app.open(anna, desktop, path);
  const dialog = client.getByRole('dialog');
  await button(client, 'Plan: The pump hums').focus();
  await client.keyboard.press('Enter');
  const person = dialog.getByLabel('Person');
  await expect(person.getByRole('option', { name: 'Walter (has not answered the invitation)' })).toBeDisabled();
  await person.focus();
  await client.keyboard.press('W');
  await expect(person).toHaveValue(await app.idOf(wanda));
  await dialog.getByLabel('Date').fill(tuesday);
  await dialog.getByLabel('From').press('Enter');
  await client.getByText('Planned for Wanda.').waitFor();
  const visit = cell(client, 'Wanda', tuesday);
  await expect(visit).toContainText('The pump hums');
  expect(await state(app, id)).toContain('Wanda');
  await visit.getByRole('button', { name: 'Move: The pump hums' }).focus();
  await client.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel appointment' }).focus();
  await client.keyboard.press('Enter');
  await job(unplanned(client), 'The pump hums').waitFor();
  expect(await state(app, id)).toBe('Wanda');
});

test('absences and the time of others are shown, as a table, as a list on a phone, and on paper', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const boris = await app.account('Boris', 'client');
  const { id: bridge } = await app.call(boris, 'POST', '/projects', { name: 'Bridge' });
  const { id: object } = await app.call(boris, 'POST', `/projects/${bridge}/objects`, { name: 'Pier', address: 'Quay 1' });
  await app.call(boris, 'POST', `/projects/${bridge}/workers`, { worker_id: await app.idOf(wanda) });
  await app.call(wanda, 'POST', `/projects/${bridge}/invitation/accept`);
  const secret = await app.call(boris, 'POST', '/tickets', {
    category: 'other',
    description: 'A secret leak',
    object_id: object,
  });
  await app.transition(wanda, secret.id, 'take');
  await app.call(boris, 'PUT', `/ext/tickets/${secret.id}/appointment`, { from: at(monday, 8), to: at(monday, 9) });
  const done = await report('A lamp is dark', 'take');
  await app.call(anna, 'PUT', `/ext/tickets/${done}/appointment`, { from: at(tuesday, 13), to: at(tuesday, 14) });
  await app.transition(wanda, done, 'start', 'done');
  const absence = { from: wednesday, to: wednesday, note: 'Dentist' };
  await app.call(wanda, 'PUT', `/ext/users/${await app.idOf(wanda)}/absences`, [absence]);

  const client = await app.open(anna, desktop, path);
  await expect(cell(client, 'Wanda', monday)).toHaveText(/08:00–09:00\s*Busy/);
  await expect(cell(client, 'Wanda', wednesday)).toHaveText('Away');
  const finished = cell(client, 'Wanda', tuesday);
  await expect(finished).toContainText('The work is done, so its appointment stays.');
  await expect(finished.getByRole('button')).toHaveCount(0);
  await client.getByRole('link', { name: '2 weeks' }).click();
  await expect(client.getByRole('columnheader')).toHaveCount(15);
  await client.getByRole('link', { name: 'Day', exact: true }).click();
  await expect(client.getByRole('columnheader')).toHaveCount(2);
  await client.getByRole('link', { name: 'Week', exact: true }).click();
  await expect(client.getByRole('columnheader')).toHaveCount(8);

  await client.setViewportSize({ width: 1440, height: 900 });
  await client.evaluate(`window.print = () => dispatchEvent(new Event('beforeprint'))`);
  await button(client, 'Print').click();
  const pages = client.locator('.planner-print > section');
  await expect(pages).toHaveCount(1);
  await expect(pages).toContainText(/Wanda.*Busy.*A lamp is dark.*River Street 12/);
  await client.emulateMedia({ media: 'print' });
  await expect(pages).toBeVisible();
  await expect(client.getByRole('table', { name: 'Person' })).toHaveCount(0);

  const onPhone = await app.open(anna, phone, path);
  const day = onPhone.getByRole('region', { name: /^Mon/ });
  await expect(day).toContainText(/Wanda.*08:00–09:00\s*Busy/);
  await expect(onPhone.getByRole('table')).toHaveCount(0);
  const worker = await app.open(wanda, phone, path);
  await expect(worker.getByRole('region', { name: /^Mon/ })).toContainText('A secret leak');
});
