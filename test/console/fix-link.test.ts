import assert from 'node:assert/strict';
import { it } from 'node:test';
import { button, heading, missingBrowser, phone, standsAt, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

it('requests of the console end when the service does not answer', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, report } = await lobby(app);
  const id = await report('A lamp is dark');
  const client = await app.open(anna, { viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  const total = async (): Promise<number> => (await app.call(anna, 'GET', '/tickets')).total;

  const fillIn = async (description: string): Promise<void> => {
    await client.goto(`${app.url}/app/tickets/new`);
    await client.getByRole('button', { name: /Lobby/ }).click();
    await client.getByRole('radio', { name: 'Plumbing' }).check();
    await client.getByLabel('Describe it').fill(description);
  };
  const submit = client.locator('form button[type=submit]');

  await test.test('a request that arrived although its answer was lost is not made twice', async () => {
    const before = await total();
    await fillIn('The tap drips');
    const cut = app.link.cutBeforeAnswer('POST /tickets');
    await submit.click();
    await cut;
    await client.getByText('No answer from the service').waitFor();
    app.link.mend();
    await client.getByText('No connection.').waitFor({ state: 'detached' });
    assert.equal(await total(), before + 1);
    await submit.click();
    await heading(client, 'Plumbing, Lobby').waitFor();
    assert.equal(await total(), before + 1);
  });

  await test.test('the same request is made again when somebody wants it', async () => {
    const before = await total();
    await fillIn('The tap drips');
    await submit.click();
    await heading(client, 'Plumbing, Lobby').waitFor();
    assert.equal(await total(), before + 1);
  });

  await test.test('a page that could not be read is read when the service answers again', async () => {
    await client.goto(`${app.url}/app/profile`);
    await heading(client, 'Profile').waitFor();
    await client.route('**/ext/projects?*', (route) => route.abort('connectionreset'));
    await client.getByRole('link', { name: 'Projects' }).first().click();
    await button(client, 'Try again').waitFor();
    await client.unroute('**/ext/projects?*');
    await client.getByRole('link', { name: 'Tower' }).waitFor();
  });

  await test.test('a step and a read on a silent link end with an error', async () => {
    const worker = await app.open(wanda, { ...phone, serviceWorkers: 'block' });
    await worker.goto(`${app.url}/app/tickets/${id}`);
    await button(worker, 'Take it').waitFor();
    app.link.silence();
    await button(worker, 'Take it').click();
    await worker.locator('.notice', { hasText: 'No answer from the service' }).waitFor({ timeout: 30_000 });
    await standsAt(worker, 'Not taken').waitFor();
    app.link.mend();
    await worker.getByText('No connection.').waitFor({ state: 'detached' });
    await worker.context().close();
  });
});
