import type { Page } from '@playwright/test';
import { finish } from '../client-helpers.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';

// Acting for somebody: deputies of a client, and teams of workers.

const secret = 'Granite-harbour-27';
const bar = (page: Page) => page.locator('.acting-bar');
/** Everything on the page that acts or takes text, by its name. */
const controlNames = `[...document.querySelectorAll('main :is(button, .mantine-Button-root, textarea)')]
  .filter((element) => element.checkVisibility())
  .map((element) => element.getAttribute('aria-label') ?? element.textContent)`;

test('a deputy is invited by a link, acts for the client with a new account, and ends it', async ({ app, lobby }) => {
  const id = await finish(app, lobby, 'The lift stands still');
  const client = await app.open(lobby.anna, phone, '/deputies');
  await button(client, 'Invite a deputy').click();
  const email = `assistant.${app.suffix}@example.com`;
  await client.getByLabel('Email').fill(email);
  await client.getByRole('dialog').getByRole('button', { name: 'Invite a deputy' }).click();
  await client.locator('.pass-on').getByText('Only this computer can open this address').waitFor();
  const link = await client.locator('.copyable-text code').innerText();
  await button(client, 'Done').click();
  await expect(client.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');

  const assistant = await app.newPage(phone);
  await assistant.goto(new URL(new URL(link).pathname + new URL(link).hash, app.url).href);
  await assistant.getByLabel('Name').fill('Ada Assistant');
  await assistant.getByRole('textbox', { name: 'Password' }).fill(secret);
  await button(assistant, 'Create account and join').click();
  await expect(assistant.getByText('You may now act for')).toBeVisible();
  expect(assistant.url()).not.toContain('token');
  await visit(assistant, '/');
  await button(assistant, 'Act for somebody').click();
  await assistant
    .getByRole('dialog')
    .getByRole('button', { name: /^Act for/ })
    .click();

  await expect(bar(assistant)).toContainText('You act for');
  await expect(bar(assistant)).toContainText('Ada Assistant');
  await assistant.locator('.decision').getByRole('button', { name: 'Confirm' }).click();
  await assistant.evaluate(`void dispatchEvent(new Event('pagehide'))`);
  await expect.poll(() => app.ticketStatus(lobby.anna, id)).toBe('closed');
  await assistant.reload();
  await expect(bar(assistant)).toBeVisible();
  await visit(assistant, `/tickets/${id}`);
  const confirmed = assistant.locator('.timeline [role=listitem]').filter({ hasText: 'confirmed the work' });
  await expect(confirmed).toHaveText(/^Ada Assistant confirmed the work/);
  await visit(assistant, '/profile');
  await expect(heading(assistant, 'Not available while you act for somebody')).toBeVisible();
  const failures: string[] = [];
  assistant.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  await visit(assistant, '/');
  await heading(assistant, 'Home').waitFor();
  expect(failures, 'the own page is not shown while the next one is loaded').toEqual([]);
  await bar(assistant).getByRole('button').click();
  await expect(bar(assistant)).toHaveCount(0);
  await expect(button(assistant, 'Act for somebody')).toBeVisible();
  await visit(assistant, `/tickets/${id}`);
  await expect(assistant.getByText('The lift stands still')).toHaveCount(0);

  // The link of a mail opens its page for the client, and a right that has ended ends acting.
  const principal = await app.idOf(lobby.anna);
  await assistant.goto(`${app.url}/app/tickets/${id}?act-for=${principal}`);
  await expect(bar(assistant)).toBeVisible();
  await expect(assistant.getByText('The lift stands still').first()).toBeVisible();
  const { items } = await app.call(lobby.anna, 'GET', '/ext/grants');
  await app.call(lobby.anna, 'DELETE', `/ext/grants/${items[0].id}`);
  await expect(bar(assistant)).toHaveCount(0, { timeout: 30_000 }); // the live updates end with the right
  await expect(assistant.getByText('You may no longer act for')).toBeVisible();
});

test('a deputy who may look only finds nothing that changes something', async ({ app, lobby }) => {
  const id = await finish(app, lobby, 'The lift stands still');
  const onHold = await lobby.report('The gate is stuck', 'take');
  await app.call(lobby.anna, 'PUT', `/ext/tickets/${onHold}/hold`, { reason: 'part' });
  const { id: rule } = await app.call(lobby.anna, 'POST', '/recurring', {
    ...{ object_id: lobby.object, category: 'elevator', description: 'Check the lift' },
    ...{ anchor_at: '2030-01-01T08:00:00Z', period_days: 7 },
  });
  const { id: equipment } = await app.call(lobby.anna, 'POST', `/ext/objects/${lobby.object}/equipment`, { name: 'Goods lift' });
  const round = { name: 'Monthly round', items: [{ label: 'Light', kind: 'check' }] };
  const { id: checklist } = await app.call(lobby.anna, 'POST', '/ext/checklists', round);
  const deputy = await app.account('Bea', 'client');
  await app.grant(lobby.anna, deputy, 'read');
  const page = await app.open(deputy, desktop);
  const principal = await app.idOf(lobby.anna);
  await page.goto(`${app.url}/app/?act-for=${principal}`);
  await expect(bar(page)).toContainText('You can look at everything and change nothing.');
  const tabs = /(All|Open|Unassigned|In progress|To confirm|Closed|Cancelled) \d*/.source;
  const filters = new RegExp(`^(Export|${tabs}|Filter|Sort by: .*)$`);
  // Each page, its heading, what it shows when it was read, and the buttons that are left: they change nothing.
  const pages: [path: string, title: string, text: string, buttons: RegExp][] = [
    ['/', 'Home', 'The lift stands still', /^$/],
    ['/tickets', 'Requests', 'The lift stands still', filters],
    [`/tickets/${id}`, 'The lift stands still', 'finished', /^(Back|Copy address|Call Wanda|Message Wanda|Download PDF)$/],
    [`/tickets/${onHold}`, 'The gate is stuck', 'On hold', /^(Back|Copy address|Call Wanda|Message Wanda|Download PDF)$/],
    ['/projects', 'Projects', 'Tower', /^(Projects|Buildings|Workers)$/],
    ['/buildings', 'Buildings', 'Lobby', /^(Projects|Buildings|Workers|Expiring documents|Project|Sort by: .*)$/],
    [`/buildings/${lobby.object}`, 'Lobby', 'Goods lift', /^$/],
    [`/equipment/${equipment}`, 'Goods lift', 'No documents yet', /^$/],
    ['/documents', 'Expiring documents', 'Nothing expires', /^$/],
    [`/projects/${lobby.project}`, 'Tower', 'River Street 12', /^$/],
    ['/rules', 'Schedules', 'Check the lift', /^(List|Calendar|Checklists|Project|Building)$/],
    ['/checklists', 'Checklists', 'Monthly round', /^$/],
    [`/checklists/${checklist}`, 'Monthly round', 'Light', /^$/],
    [`/rules/${rule}`, 'Check the lift', 'Lobby', /^$/],
    ['/rules/calendar', 'Calendar', 'Next month', /^(List|Calendar|(Next|Previous) month)$/],
    ['/planner', 'Planner', 'The gate is stuck', /^(Print|Day|Week|2 weeks|Previous|Today|Next|Project)$/],
    ['/reports', 'Inbox', 'Go to projects', /^Go to projects$/],
    ['/workers', 'Workers', 'Wanda', /^(Projects|Buildings|Workers|Activity .+)$/],
  ];
  for (const [path, title, text, reading] of pages) {
    await visit(page, path);
    await heading(page, title).waitFor();
    await page.locator('main').getByText(text).first().waitFor();
    await page.locator('[aria-busy], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    const names = await page.evaluate<string[]>(controlNames);
    expect
      .soft(
        names.filter((name) => !reading.test(name)),
        path,
      )
      .toEqual([]);
  }
  await visit(page, '/tickets/new');
  await expect(heading(page, 'Not available while you act for somebody')).toBeVisible();
});

test('an admin writes down a request of a client on the telephone', async ({ app }) => {
  const name = `Zoe ${app.suffix}`;
  const other = await app.account(name, 'client');
  const { id: project } = await app.call(other, 'POST', '/projects', { name: 'Harbour' });
  await app.call(other, 'POST', `/projects/${project}/objects`, { name: 'Warehouse', address: 'Dock Road 1' });
  const admin = await app.open(adminEmail, phone, '/tickets');
  await admin.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await admin.getByRole('link', { name: 'New request' }).first().click();
  await expect(admin.getByLabel("What's wrong?"), 'the caller comes first').toHaveCount(0);
  await admin.getByLabel('Who is it for?').fill(name);
  await admin.getByRole('button', { name }).click();
  await admin.locator('.picker-selection', { hasText: 'Warehouse' }).waitFor(); // the only building of this client
  await admin.getByLabel('Name').fill('Mr Jansen');
  await admin.getByLabel('Phone').fill('030 5550 123');
  await admin.getByRole('radio', { name: 'Lift' }).check();
  await admin.getByLabel("What's wrong?").fill('The goods lift does not stop');
  await button(admin, 'Send request').click();
  await heading(admin, 'The goods lift does not stop').waitFor();
  await expect(admin.getByText('Contact on site: Mr Jansen, 030 5550 123')).toBeVisible();
  const { items } = await app.call(other, 'GET', '/tickets');
  expect(items.map(({ description }: { description: string }) => description)).toEqual([
    'The goods lift does not stop\n\nContact on site: Mr Jansen, 030 5550 123',
  ]);
  const entry = admin.locator('.timeline [role=listitem]').last();
  await expect(entry, 'the history names who wrote it down').not.toContainText(name);
  const events = await app.call(other, 'GET', `/tickets/${items[0].id}/events`);
  expect(events.items[0].actor_id).toBe(await app.idOf(adminEmail));
});

test('an admin creates a team, whose lead opens and reassigns its requests', async ({ app, lobby }) => {
  const lead = await lobby.addWorker(`Leo ${app.suffix}`);
  const mia = await lobby.addWorker(`Mia ${app.suffix}`);
  const own = await lobby.report('The gate is stuck');
  const hers = await lobby.report('The lamp flickers');
  await app.call(lead, 'PATCH', `/tickets/${own}/take`);
  await app.call(mia, 'PATCH', `/tickets/${hers}/take`);
  const admin = await app.open(adminEmail, desktop, '/teams');
  await button(admin, 'New team').click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`North ${app.suffix}`);
  const search = dialog.getByRole('searchbox');
  await search.fill(`Leo ${app.suffix}`);
  await dialog.getByRole('button', { name: `Leo ${app.suffix}` }).click();
  await dialog.getByRole('button', { name: 'Add a member' }).click();
  await search.fill(`Mia ${app.suffix}`);
  await dialog.getByRole('button', { name: `Mia ${app.suffix}` }).click();
  await button(admin, 'Create').click();
  await expect(admin.getByRole('listitem').filter({ hasText: `North ${app.suffix}` })).toContainText(`Leo ${app.suffix}`);
  const worker = await app.open(lead, phone, '/teams');
  await expect(worker.getByRole('listitem').filter({ hasText: `North ${app.suffix}` })).toContainText(`Mia ${app.suffix}`);
  await button(worker, 'Reassign The gate is stuck').click();
  await worker.getByRole('dialog').getByLabel('Reason').fill('You are nearer');
  await worker
    .getByRole('dialog')
    .getByRole('button', { name: `Mia ${app.suffix}` })
    .click();
  await worker.getByText(`Assigned to Mia ${app.suffix}.`).waitFor();
  await expect.poll(async () => (await app.call(mia, 'GET', `/tickets/${own}`)).worker_name).toBe(`Mia ${app.suffix}`);
  await worker.getByRole('button', { name: `Act for Mia ${app.suffix} (The lamp flickers)` }).click();
  await expect(bar(worker)).toContainText(`Mia ${app.suffix}`);
  await heading(worker, 'The lamp flickers').waitFor();
  await expect(button(worker, 'Start')).toBeVisible();
});
