import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { adminEmail, button, heading, missingBrowser, password, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

it('holds more than one list of one hundred', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, project } = await lobby(app);
  const boris = await app.account('Boris', 'client');
  const rooms: number[] = [];
  for (let i = 101; i <= 230; i++) {
    const { id } = await app.call(anna, 'POST', `/projects/${project}/objects`, { name: `Room ${i}`, address: 'River Street' });
    rooms.push(id);
  }
  for (const object_id of rooms.slice(0, 35)) {
    const { id } = await app.call(anna, 'POST', '/tickets', { category: 'other', description: 'A lamp is dark', object_id });
    await app.call(wanda, 'PATCH', `/tickets/${id}/take`);
  }
  const admin = await app.open(adminEmail, { viewport: { width: 1440, height: 900 } });
  const client = await app.open(anna);

  await test.test('a request is made for an object that no page shows, and it is offered again', async () => {
    await client.goto(`${app.url}/app/tickets/new`);
    await client.getByRole('button', { name: /Room 101/ }).waitFor();
    assert.equal(await client.getByRole('button', { name: /Room 230/ }).count(), 0);
    await client.getByRole('searchbox').fill('tower room 230');
    await client.getByRole('button', { name: /Room 230/ }).click();
    await client.getByRole('radio', { name: 'Lift' }).check();
    await client.getByLabel('Describe it').fill('The lift stands still');
    await button(client, 'Report it').click();
    await heading(client, 'Lift, Room 230').waitFor();
    await client.goto(`${app.url}/app/tickets/new`);
    await client.getByText('Used lately').waitFor();
    await client
      .getByRole('button', { name: /Room 230/ })
      .first()
      .click();
    await client.getByText('River Street · Tower').waitFor();
  });

  await test.test('the list is filtered by a place that is searched, and by who has the work', async () => {
    await admin.goto(`${app.url}/app/tickets`);
    await admin.getByText('36 requests').waitFor();
    await pickFilter(admin, 'Object', 'room 230', /Room 230/);
    await admin.getByText('1 request', { exact: true }).waitFor();
    await admin.reload();
    await admin.getByRole('button', { name: 'Object: Room 230' }).waitFor();
    await pickFilter(admin, 'Project', 'tow', /Tower/);
    await admin.getByRole('button', { name: 'Object: Any' }).waitFor();
    await admin.getByText('36 requests').waitFor();
  });

  await test.test('the board says who has what, over all requests', async () => {
    await admin.goto(`${app.url}/app/`);
    await admin.getByRole('link', { name: 'Wanda 35' }).click();
    await admin.getByText('35 requests').waitFor();
    await admin.getByRole('button', { name: 'Worker: Wanda' }).waitFor();
  });

  await test.test('a client confirms the workers that it created, and sees no others to confirm', async () => {
    const account = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com`, password, role: 'worker' });
    await app.call(anna, 'POST', '/users', account('Nina'));
    await app.call(boris, 'POST', '/users', account('Nora'));
    await client.goto(`${app.url}/app/`);
    await client.getByRole('link', { name: '1 worker waits for you to confirm' }).click();
    await client.getByText('nora@example.com').waitFor();
    await client.getByText('Waiting for you to confirm').waitFor();
    assert.equal(await client.getByRole('button', { name: 'Confirm Nora' }).count(), 0);
    await client.getByRole('button', { name: 'Confirm Nina' }).click();
    await client.getByText('Nina is confirmed').waitFor();
    await client.getByText('Waiting for you to confirm').waitFor({ state: 'detached' });
  });

  await test.test('health is told in words, for admins', async () => {
    await admin.getByRole('link', { name: 'Health' }).click();
    await admin.getByText('Everything works.').waitFor();
    const part = (name: string) => admin.getByRole('region', { name, exact: true });
    await part('Photo storage').getByText('Works').waitFor();
    await part('Mail').getByText('Off', { exact: true }).waitFor();
    await part('Rules').getByText('Works').waitFor();
    await client.goto(`${app.url}/app/health`);
    await heading(client, 'There is nothing here').waitFor();
  });
});

async function pickFilter(page: Page, label: string, text: string, choice: RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: choice }).first().click();
}
