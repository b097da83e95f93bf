import { auditPage } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, openFilter, phone } from '../page-helpers.ts';
import { openPortal } from '../portal-helpers.ts';

// Requests on hold, and appointments: on the page of a request, in its timeline, on cards and in lists.

const dayMs = 86_400_000;

test('a worker without a connection puts a job on hold with one thumb, and the client ends it', async ({ app, lobby, begun }) => {
  const { anna, wanda } = lobby;
  const text = { kind: 'hold', title: 'Ordered', text: 'The pump is ordered' };
  await app.call(wanda, 'POST', '/ext/snippets', text);
  const worker = await app.open(wanda, phone, `/tickets/${begun}`);
  await button(worker, 'Put on hold').click();
  const sheet = worker.getByRole('dialog', { name: 'Put the request on hold' });
  await sheet.getByRole('radio', { name: 'Access' }).check();
  await sheet.getByRole('button', { name: 'Insert snippet' }).click();
  await worker.getByRole('button', { name: /^Ordered/ }).click();
  await expect(sheet.getByLabel('Note')).toHaveValue('The pump is ordered');
  await sheet.getByLabel('Until').fill('2020-01-01T08:00');
  await sheet.getByRole('button', { name: 'Put on hold' }).click();
  await expect(sheet.getByRole('button', { name: 'Put on hold' })).toHaveAccessibleDescription('Check: Until.');
  await button(worker, 'In 3 days').click();
  await worker.context().setOffline(true);
  await sheet.getByRole('button', { name: 'Put on hold' }).click();
  await expect(worker.locator('.queued-operation')).toContainText('Put on hold:');
  await expect(button(worker, 'Put on hold')).toHaveCount(0);
  await worker.context().setOffline(false);
  const note = worker.locator('.reason-note', { hasText: 'On hold: Access' });
  await expect(note).toContainText(/The pump is ordered.*by .?Wanda.?, until/, { timeout: 30_000 });
  const { hold } = await app.call(anna, 'GET', `/ext/tickets/${begun}`);
  expect(hold).toMatchObject({ reason: 'access', note: 'The pump is ordered' });

  const client = await app.open(anna, desktop, `/tickets/${begun}`);
  await client.locator('.ticket-head, .ticket').getByText('On hold: access').first().waitFor();
  await button(client, 'End hold').click();
  await client.getByText('The hold has ended.').waitFor();
  await expect(client.locator('.reason-note')).toHaveCount(0);
  const entry = client.locator('.timeline').getByRole('listitem').filter({ hasText: 'put the request on hold' });
  await expect(entry).toContainText(/Access.*The pump is ordered.*The hold was ended/);
  await expect(note).toHaveCount(0, { timeout: 30_000 });
  await button(worker, 'Put on hold').waitFor();
});

test('lists and cards show what is on hold, and the list is filtered by it', async ({ app, lobby: { anna, wanda, report } }) => {
  const waiting = await report('The pump hums', 'take', 'start');
  await report('A lamp is dark', 'take');
  await app.call(wanda, 'PUT', `/ext/tickets/${waiting}/hold`, { reason: 'part' });
  const worker = await app.open(wanda, phone);
  await expect(worker.getByRole('article').filter({ hasText: 'The pump hums' })).toContainText('On hold: part');
  const client = await app.open(anna, desktop, '/tickets');
  await openFilter(client, 'On hold');
  await expect(client).toHaveURL(/on_hold=true/);
  const rows = client.locator('tr[data-ticket]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/The pump hums.*On hold/);
  await button(client, 'Remove filter: On hold').click();
  await expect(rows).toHaveCount(2);
});

test('a client sets, changes and cancels an appointment, and is told of an overlap', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const at = (hour: number): string => new Date(new Date(Date.now() + 2 * dayMs).setHours(hour, 0, 0, 0)).toISOString();
  const other = await report('The pump hums', 'take');
  await app.call(wanda, 'PUT', `/ext/tickets/${other}/appointment`, { from: at(9), to: at(11) });
  const id = await report('A lamp is dark', 'take');
  const client = await app.open(anna, desktop, `/tickets/${id}`);
  const panel = client.getByRole('region', { name: 'Appointment' });
  await button(client, 'Set appointment').click();
  const dialog = client.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save appointment' });
  await dialog.getByLabel('Date').fill('2020-01-01');
  await save.click();
  await expect(save).toHaveAccessibleDescription('Check: Date.');
  await dialog.getByText('The beginning must not be in the past.').waitFor();
  await dialog.getByLabel('Date').fill(at(12).slice(0, 10));
  await dialog.getByLabel('From').fill('10:00');
  await dialog.getByLabel('To', { exact: true }).fill('12:00');
  await dialog.getByLabel('Note').fill('Ring at the porter');
  await save.click();
  await client.getByRole('dialog', { name: 'Appointment set, but there is an overlap' }).waitFor();
  await dialog.getByRole('link', { name: `Request #${other}` }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(panel).toContainText(/10:00.*12:00.*Ring at the porter.*Set by .?Anna/);

  await button(client, 'Change appointment').click();
  await dialog.getByLabel('From').fill('22:00');
  await dialog.getByLabel('To', { exact: true }).fill('02:00');
  await dialog.getByText(/It ends on the next day/).waitFor();
  await save.click();
  await expect(panel).toContainText(/22:00.*02:00/);
  const worker = await app.open(wanda, phone);
  await expect(worker.getByRole('article').filter({ hasText: 'A lamp is dark' })).toContainText(/Appointment .*22:00/);
  await client.goto(`${app.url}/app/tickets?sort=appointment`);
  const rows = client.locator('tr[data-ticket]');
  await expect(rows).toContainText([/The pump hums/, /A lamp is dark/]);
  await button(client, 'Sort by: Appointment').click();
  await expect(rows).toContainText([/A lamp is dark/, /The pump hums/]);
  await openFilter(client, 'Appointment');
  await button(client, 'Tomorrow').click();
  await expect(rows).toHaveCount(0);
  await button(client, 'Remove filter: Appointment: Tomorrow').click();
  await expect(rows).toHaveCount(2);

  await client.goto(`${app.url}/app/tickets/${id}`);
  await button(client, 'Cancel appointment').click();
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(panel).toContainText('No appointment yet.');
  const past = client.locator('.timeline').getByRole('listitem').filter({ hasText: 'set an appointment' });
  await expect(past).toHaveCount(2);
  await expect(past).toContainText([/22:00.*It was cancelled/, /Ring at the porter.*It was changed/]);
});

test('a client offers times to the reporter, who chooses one of them without an account', async ({
  app,
  lobby: { anna, object },
}) => {
  const reporter = await app.newPage(phone);
  await reporter.goto(await openPortal(app, anna, object));
  await reporter.getByLabel('What is broken?').fill('The radiator stays cold');
  await button(reporter, 'Send report').click();
  await heading(reporter, 'Received').waitFor();
  const { items } = await app.call(anna, 'GET', '/ext/reports');
  const { id } = await app.call(anna, 'POST', `/ext/reports/${items[0].id}/accept`, { category: 'climate', priority: 'normal' });

  const client = await app.open(anna, phone, `/tickets/${id}`);
  const panel = client.getByRole('region', { name: 'Appointment' });
  await panel.getByRole('button', { name: 'Offer times' }).click();
  const dialog = client.getByRole('dialog', { name: 'Offer times' });
  const time = (number: number) => dialog.getByRole('group', { name: `Time ${number}` });
  const offer = dialog.getByRole('button', { name: 'Offer times' });
  const date = await time(1).getByLabel('Date').inputValue();
  await time(2).getByLabel('Date').fill(date);
  await expect(dialog.getByRole('alert')).toHaveText('Two of the times are the same.');
  await offer.click();
  await expect(offer).toHaveAccessibleDescription('Check: Date, From, To.');
  await time(2).getByLabel('From').fill('13:00');
  await time(2).getByLabel('To').fill('15:00');
  await dialog.getByRole('button', { name: 'Add a time' }).click();
  await expect(time(3).getByLabel('From'), 'the same time a day later').toHaveValue('13:00');
  await dialog.getByRole('button', { name: 'Remove time 3' }).click();
  expect(await auditPage(client, 'offer-times')).toEqual([]);
  await offer.click();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel.getByRole('button', { name: 'Offer other times' })).toBeVisible();

  await reporter.reload();
  await reporter.getByRole('radio').last().check();
  await button(reporter, 'Confirm this time').click();
  await reporter.getByText('You have accepted this appointment.').waitFor();
  const { appointment } = await app.call(anna, 'GET', `/ext/tickets/${id}`);
  expect(appointment).toMatchObject({ from: new Date(`${date}T13:00`).toISOString(), answer: 'accepted' });
  await panel.getByText('The reporter accepted it.').waitFor({ timeout: 30_000 }); // live updates
  await expect(panel.getByRole('listitem')).toHaveCount(0);
});
