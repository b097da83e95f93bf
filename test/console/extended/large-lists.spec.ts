import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, visit } from '../page-helpers.ts';

// More objects and tickets than one page of the API holds.

test('objects and tickets beyond the first hundred can be found', async ({ app, lobby: { anna, wanda } }) => {
  const name = `Campus ${app.suffix}`;
  const client = await app.open(anna);
  const admin = await app.open(adminEmail, desktop);
  const { id: project } = await app.call(anna, 'POST', '/projects', { name });
  const { id: worker_id } = await app.call(wanda, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  await app.call(wanda, 'POST', `/projects/${project}/invitation/accept`);
  const rooms: number[] = [];
  for (let i = 101; i <= 230; i++) {
    const { id } = await app.call(anna, 'POST', `/projects/${project}/objects`, { name: `Room ${i}`, address: 'River Street' });
    rooms.push(id);
  }
  for (const object_id of rooms.slice(0, 35)) {
    const { id } = await app.call(anna, 'POST', '/tickets', { category: 'other', description: 'A lamp is dark', object_id });
    await app.transition(wanda, id, 'take');
  }

  await test.step('a client reports a problem of an object that only the search shows, and is offered it again', async () => {
    await visit(client, '/tickets/new');
    await client.getByRole('button', { name: /Room 101/ }).waitFor();
    await expect(client.getByRole('button', { name: /Room 230/ })).toHaveCount(0);
    await client.getByRole('searchbox').fill('campus room 230');
    await client.getByRole('button', { name: /Room 230/ }).click();
    await client.getByRole('radio', { name: 'Elevator' }).check();
    await client.getByLabel("What's wrong?").fill('The lift stands still');
    await button(client, 'Send request').click();
    await heading(client, 'The lift stands still').waitFor();
    await expect(client.locator('.ticket-head')).toContainText('Room 230');
    await visit(client, '/tickets/new');
    await client.getByText('Recent').waitFor();
    await client
      .getByRole('button', { name: /Room 230/ })
      .first()
      .click();
    await client.getByText(`River Street · ${name}`).waitFor();
  });

  await test.step('an admin filters the list by object and project', async () => {
    const { total } = await app.call(adminEmail, 'GET', '/tickets?limit=1');
    await visit(admin, '/tickets');
    await admin.getByText(`${total} requests`).waitFor();
    await selectFilter(admin, 'Building', `${name} room 230`, /Room 230/);
    await admin.getByText('1 request', { exact: true }).waitFor();
    await admin.reload();
    await button(admin, 'Remove filter: Building: Room 230').waitFor();
    await button(admin, 'More filters').click();
    await selectFilter(admin, 'Project', name, new RegExp(name));
    await expect(button(admin, 'Remove filter: Building: Room 230')).toHaveCount(0);
    await admin.getByText('36 requests').waitFor();
  });

  await test.step('the board counts the tickets of a worker over all pages', async () => {
    await visit(admin, '/');
    await admin.getByRole('link', { name: 'Wanda 35' }).click();
    await admin.getByText('35 requests').waitFor();
    await button(admin, 'Remove filter: Worker: Wanda').waitFor();
  });
});

test('a client is offered to confirm the workers that it created, and no others', async ({ app, lobby: { anna } }) => {
  const boris = await app.account('Boris', 'client');
  await app.account('Nina', 'worker', anna);
  const nora = await app.account('Nora', 'worker', boris);
  const client = await app.open(anna);
  await client.getByRole('link', { name: '1 new worker account to approve' }).click();
  await client.getByText(nora).waitFor();
  await client.getByText('Needs approval').waitFor();
  await expect(client.getByRole('button', { name: 'Approve Nora' })).toHaveCount(0);
  await client.getByRole('button', { name: 'Approve Nina' }).click();
  await client.getByText('Nina approved').waitFor();
  await client.getByText('Needs approval').waitFor({ state: 'detached' });
});

test('the health page is for admins only', async ({ app, lobby: { anna } }) => {
  const admin = await app.open(adminEmail, desktop);
  await admin.getByRole('link', { name: 'System status' }).click();
  await admin.getByText('No problems found. Off: Notifications, Email').waitFor();
  const part = (name: string) => admin.getByRole('region', { name, exact: true });
  await part('Photo storage').getByText('Working').waitFor();
  await part('Email').getByText('Off', { exact: true }).waitFor();
  await part('Schedules').getByText('Working').waitFor();
  const client = await app.open(anna);
  await visit(client, '/health');
  await heading(client, 'Page not found').waitFor();
});

async function selectFilter(page: Page, label: string, text: string, choice: RegExp): Promise<void> {
  await button(page, label).click();
  await page.getByRole('dialog').getByRole('searchbox').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: choice }).first().click();
  await page.keyboard.press('Escape');
}
