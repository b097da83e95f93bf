import type { ApiClient } from '../api-client.ts';
import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';
import type { Lobby } from '../seed.ts';

// Another worker for a ticket, from the ticket, the board and the dialog of an account.

async function addWalter(app: ApiClient, { anna, project }: Lobby): Promise<string> {
  const walter = await app.account('Walter', 'worker');
  const { id: worker_id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  await app.call(walter, 'POST', `/projects/${project}/invitation/accept`);
  return walter;
}

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const workerOf = async (app: ApiClient, id: number) => (await app.call(adminEmail, 'GET', `/tickets/${id}`)).worker_name;

test('a worker hands a ticket back on the phone, and the client reassigns it to somebody who is not away', async ({
  app,
  lobby,
}) => {
  const { anna, wanda, report } = lobby;
  const walter = await addWalter(app, lobby);
  const { id: walterId } = await app.call(walter, 'GET', '/auth/me');
  await app.call(walter, 'PUT', `/ext/users/${walterId}/absences`, [{ from: dayIn(-1), to: dayIn(3) }]);
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take');
  const client = await app.open(anna, desktop);
  await visit(client, `/tickets/${id}`);
  await button(client, 'Reassign').waitFor();
  const worker = await app.open(wanda, phone);
  await visit(worker, `/tickets/${id}`);
  await button(worker, 'Hand back').click();
  const sheet = worker.getByRole('dialog', { name: 'Hand the request back?' });
  await sheet.getByLabel('Reason').fill('no');
  await expect(sheet.getByRole('button', { name: 'Hand back' })).toBeDisabled();
  expect(await auditPage(worker, 'hand-back', allAppearances)).toEqual([]);
  await sheet.getByLabel('Reason').fill('I have no key');
  await sheet.getByRole('button', { name: 'Hand back' }).click();
  await worker.getByText('You handed this request back.').waitFor();
  await expect(button(worker, 'Hand back')).toHaveCount(0);
  await client.getByText('Wanda handed this request back', { exact: true }).waitFor();
  await expect(client.locator('.timeline').getByRole('listitem').first()).toContainText('handed the request back');
  await button(client, 'Reassign').click();
  const names = client.getByRole('dialog').locator('.option-list button');
  await expect(names).toHaveText([/Walter.*Away until/]);
  await names.click();
  await client.getByText('Assigned to Walter.').waitFor();
  await expect(client.locator('.timeline').getByRole('listitem').first()).toContainText('reassigned the request to Walter');
  await expect(client.getByText('Wanda handed this request back', { exact: true })).toHaveCount(0);
  expect(await workerOf(app, id)).toBe('Walter');
});

test('work is handed over with a preview before the account is disabled, and says what stays', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  await addWalter(app, lobby);
  const [first, second, done] = [await report('Lamp 1 is dark'), await report('Lamp 2 is dark'), await report('Lamp 3 is dark')];
  await app.transition(wanda, first, 'take');
  await app.transition(wanda, second, 'take', 'start');
  await app.transition(wanda, done, 'take', 'start', 'done');
  const client = await app.open(anna, phone);
  await visit(client, `/projects/${lobby.project}`);
  await client.getByRole('button', { name: 'Manage Wanda' }).click();
  const dialog = client.getByRole('dialog');
  const disable = dialog.getByRole('button', { name: 'Disable', exact: true });
  await disable.click();
  await button(client, 'Hand over work').click();
  await dialog.locator('.option-list button', { hasText: 'Walter' }).click();
  await dialog.getByText('2 requests move to').waitFor();
  expect(await auditPage(client, 'handover-preview', allAppearances)).toEqual([]);
  expect([await workerOf(app, first), await workerOf(app, second)]).toEqual(['Wanda', 'Wanda']);
  await button(client, 'Hand over 2 requests').click();
  await dialog.getByText('2 requests moved to').waitFor();
  for (const name of ['Lamp 1 is dark', 'Lamp 2 is dark']) await dialog.getByRole('link', { name }).waitFor();
  await dialog.getByText('1 request stays until the client confirms the work:').waitFor();
  expect(await auditPage(client, 'handover-result', allAppearances)).toEqual([]);
  expect([await workerOf(app, first), await workerOf(app, second), await workerOf(app, done)]).toEqual([
    'Walter',
    'Walter',
    'Wanda',
  ]);
  await disable.click();
  await dialog.getByText('Lamp 3 is dark').waitFor();
});

test('a member whose work only waits for confirmation is not removed, and the requests that the client has to confirm are named', async ({
  app,
  lobby,
}) => {
  const { anna, wanda, report } = lobby;
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take', 'start', 'done');
  const client = await app.open(anna, phone);
  await visit(client, `/projects/${lobby.project}`);
  await client.getByRole('button', { name: 'Remove Wanda' }).click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await button(client, 'Hand over work').click();
  await dialog.getByText('There is nothing to hand over.').waitFor();
  await dialog.getByRole('link', { name: 'A lamp is dark' }).click();
  await heading(client, 'A lamp is dark').waitFor();
});

test('removing a member with open work offers to hand it over', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  await addWalter(app, lobby);
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take');
  const client = await app.open(anna, desktop);
  await visit(client, `/projects/${lobby.project}`);
  await client.getByRole('button', { name: 'Remove Wanda' }).click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await button(client, 'Hand over work').click();
  await dialog.locator('.option-list button', { hasText: 'Walter' }).click();
  await button(client, 'Hand over 1 request').click();
  await dialog.getByText('1 request moved to').waitFor();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(client.getByRole('button', { name: 'Remove Wanda' })).toHaveCount(0);
  expect(await workerOf(app, id)).toBe('Walter');
});

test('a worker enters absences on the own account page, and an admin in the dialog of the account', async ({ app, lobby }) => {
  const { wanda } = lobby;
  const { id } = await app.call(wanda, 'GET', '/auth/me');
  const worker = await app.open(wanda, phone);
  await visit(worker, '/profile');
  await button(worker, 'Add absence').click();
  await worker.getByLabel('First day').fill('2030-08-05');
  await expect(worker.getByLabel('Last day')).toHaveValue('2030-08-05');
  await worker.getByLabel('Last day').fill('2030-08-01');
  await expect(button(worker, 'Save absences')).toBeDisabled();
  await worker.getByLabel('Last day').fill('2030-08-16');
  await worker.getByLabel('Note').fill('Holiday');
  await button(worker, 'Save absences').click();
  await worker.getByText('Absences saved.').waitFor();
  const { items } = await app.call(adminEmail, 'GET', `/ext/users/${id}/absences`);
  expect(items).toEqual([{ from: '2030-08-05', to: '2030-08-16', note: 'Holiday' }]);
  const client = await app.open(lobby.anna, desktop);
  await visit(client, `/projects/${lobby.project}`);
  await client.getByRole('button', { name: 'Manage Wanda' }).click();
  await client.getByRole('dialog').getByText('wanda').first().waitFor();
  await expect(client.getByRole('dialog').getByRole('button', { name: 'Absences' })).toHaveCount(0);
  const admin = await app.open(adminEmail, desktop);
  await visit(admin, `/projects/${lobby.project}`);
  await admin.getByRole('button', { name: 'Manage Wanda' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Absences' }).click();
  await expect(admin.getByLabel('First day')).toHaveValue('2030-08-05');
  await button(admin, 'Remove absence 1').click();
  await button(admin, 'Save absences').click();
  await admin.getByText('Absences saved.').waitFor();
  expect((await app.call(adminEmail, 'GET', `/ext/users/${id}/absences`)).total).toBe(0);
});
