import assert from 'node:assert/strict';
import { it } from 'node:test';
import { button, heading, missingBrowser, phone, standsAt, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

const long = Array.from({ length: 80 }, (_, line) => `Lamp ${line} of the stairs flickers and hums.`).join('\n');

it('says on the page of a ticket what one has to know', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, project, report } = await lobby(app);
  const walter = await app.account('Walter', 'worker');
  const { id: worker_id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  await app.call(walter, 'POST', `/projects/${project}/invitation/accept`);
  const client = await app.open(anna, phone);
  const worker = await app.open(wanda, phone);
  const step = (who: string, id: number, op: string, body?: unknown) => app.call(who, 'PATCH', `/tickets/${id}/${op}`, body);

  await test.test('why it was sent back, above a description that is folded', async () => {
    const id = await report(long);
    for (const op of ['take', 'start', 'done']) await step(wanda, id, op);
    await step(anna, id, 'reject', { reason: 'It still flickers' });
    await worker.goto(`${app.url}/app/tickets/${id}`);
    const said = await worker.locator('.said', { hasText: 'It still flickers' }).boundingBox();
    const text = worker.locator('.description');
    const place = await text.boundingBox();
    assert(said && place && said.y < place.y);
    assert.equal(await text.getByText('Lamp 79').count(), 0);
    await button(worker, 'Show all').click();
    await text.getByText('Lamp 79').waitFor();
    assert.match((await text.textContent()) ?? '', /hums\.\nLamp 79/);
    await button(worker, 'Show less').click();
    assert.equal(await text.getByText('Lamp 79').count(), 0);
  });

  await test.test('that it was cancelled, and how far it had come', async () => {
    const id = await report('A lamp is dark');
    await step(wanda, id, 'take');
    await step(anna, id, 'cancel', { reason: 'Not needed any more' });
    await client.goto(`${app.url}/app/tickets/${id}`);
    await standsAt(client, 'Closed, cancelled').waitFor();
    assert.deepEqual(await client.locator('.state-line li').allTextContents(), ['Not taken', 'Assigned', 'Closed, cancelled']);
  });

  await test.test('that somebody else has it now', async () => {
    const id = await report('A lamp is dark');
    await worker.goto(`${app.url}/app/tickets/${id}`);
    await button(worker, 'Take it').waitFor();
    await step(walter, id, 'take');
    await heading(worker, 'No longer free').waitFor();
    await worker.getByText('Somebody else has it now').waitFor();
    await worker.getByRole('link', { name: 'To the free requests' }).click();
    await heading(worker, 'Free').waitFor();
  });

  await test.test('that it is assigned', async () => {
    const id = await report(long);
    await client.goto(`${app.url}/app/tickets/${id}`);
    await button(client, 'Assign a worker').click();
    await client.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
    await client.locator('.notice', { hasText: 'Wanda has this request now.' }).waitFor();
  });
});
