import { expect, test } from '../fixtures.ts';

test('the list of workers names those who cannot be assigned, and why', async ({ app, lobby }) => {
  const id = await lobby.report('The gate is stuck');
  const ivan = await app.account('Ivan', 'worker');
  const { id: worker_id } = await app.call(ivan, 'GET', '/auth/me');
  await app.call(lobby.anna, 'POST', `/projects/${lobby.project}/workers`, { worker_id });
  const page = await app.open(lobby.anna);
  await page.goto(`${app.url}/app/tickets/${id}`);
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByRole('region', { name: 'Cannot be assigned' })).toContainText('has not answered the invitation');
});

test('the page of a request says why a button is not there', async ({ app, lobby }) => {
  const id = await lobby.report('The gate is stuck');
  await app.transition(lobby.wanda, id, 'take');
  const worker = await app.open(lobby.wanda);
  await worker.goto(`${app.url}/app/tickets/${id}`);
  await expect(worker.getByText('Photos can be added once you have started.')).toBeVisible();
  await app.transition(lobby.wanda, id, 'start');
  const client = await app.open(lobby.anna);
  await client.goto(`${app.url}/app/tickets/${id}`);
  await expect(client.getByText('You can cancel again once the worker has reported the work done.')).toBeVisible();
});
