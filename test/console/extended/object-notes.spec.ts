import { expect, test } from '../fixtures.ts';

test('what a client writes about the way in is on the page of each request, for the worker too', async ({ app, lobby }) => {
  const client = await app.open(lobby.anna);
  await client.goto(`${app.url}/app/projects/${lobby.project}`);
  await client.getByRole('button', { name: /^How to get in/ }).click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'How to get in' }).fill('Key at the porter\nRing twice');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const id = await lobby.report('The lift does not stop');
  const worker = await app.open(lobby.wanda);
  await worker.goto(`${app.url}/app/tickets/${id}`);
  await expect(worker.getByRole('region', { name: 'How to get in' })).toContainText('Key at the porter');
});

test('people change their own name and phone number, admins those of others', async ({ app, lobby }) => {
  const worker = await app.open(lobby.wanda);
  await worker.goto(`${app.url}/app/profile`);
  await worker.getByRole('button', { name: 'Edit' }).click();
  await worker.getByRole('textbox', { name: /^Phone/ }).fill('+49 30 77');
  await worker.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(worker.getByRole('region', { name: 'wanda' })).toContainText('+49 30 77');
});
