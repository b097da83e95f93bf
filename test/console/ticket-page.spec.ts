import { expect, test } from './fixtures.ts';
import { button, currentStatus, heading, phone, visit } from './page-helpers.ts';

const long = Array.from({ length: 80 }, (_, line) => `Lamp ${line} of the stairs flickers and hums.`).join('\n');

test('the reason of a rejection stands above a description that is folded', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report(long);
  await app.transition(wanda, id, 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
  const worker = await app.open(wanda, phone);
  await visit(worker, `/tickets/${id}`);
  const reason = await worker.locator('.reason-note', { hasText: 'It still flickers' }).boundingBox();
  const description = worker.locator('.description');
  const box = await description.boundingBox();
  expect(reason?.y).toBeLessThan(box?.y ?? 0);
  await expect(description.getByText('Lamp 79')).toHaveCount(0);
  await button(worker, 'Read more').click();
  await description.getByText('Lamp 79').waitFor();
  expect(await description.textContent()).toMatch(/hums\.\nLamp 79/);
  await button(worker, 'Show less').click();
  await expect(description.getByText('Lamp 79')).toHaveCount(0);
});

test('the page of a cancelled ticket shows how far it had come', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take');
  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'Not needed any more' });
  const client = await app.open(anna, phone);
  await visit(client, `/tickets/${id}`);
  await currentStatus(client, 'Closed, cancelled').waitFor();
  await expect(client.locator('.stepper li')).toHaveText(['New', 'Assigned', 'Closed, cancelled']);
});

test('an open page says that another worker has taken the ticket', async ({ app, lobby: { anna, wanda, project, report } }) => {
  const walter = await app.account('Walter', 'worker');
  const { id: worker_id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  await app.call(walter, 'POST', `/projects/${project}/invitation/accept`);
  const id = await report('A lamp is dark');
  const worker = await app.open(wanda, phone);
  await visit(worker, `/tickets/${id}`);
  await button(worker, 'Accept').waitFor();
  await app.transition(walter, id, 'take');
  await heading(worker, 'No longer available').waitFor();
  await worker.getByText('Another worker has it now').waitFor();
  await worker.getByRole('link', { name: 'View available requests' }).click();
  await heading(worker, 'Available').waitFor();
});

test('a client assigns a worker and is told so', async ({ app, lobby: { anna, report } }) => {
  const id = await report(long);
  const client = await app.open(anna, phone);
  await visit(client, `/tickets/${id}`);
  await button(client, 'Assign').click();
  await client.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await client.locator('.toast', { hasText: 'Assigned to Wanda.' }).waitFor();
});
