import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { finish } from '../client-helpers.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';

// Acting for somebody: deputies of a client, and teams of workers.

const secret = 'Granite-harbour-27';
const bar = (page: Page) => page.locator('.acting-bar');

/** A picture of the page in the folder of CONSOLE_SHOTS. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['CONSOLE_SHOTS'];
  if (folder) writeFileSync(`${folder}/${name}.png`, await page.screenshot());
}

test('a deputy is invited by a link, acts for the client with a new account, and ends it', async ({ app, lobby }) => {
  const id = await finish(app, lobby, 'The lift stands still');
  const client = await app.open(lobby.anna, phone, '/deputies');
  await button(client, 'Invite a deputy').click();
  const email = `assistant.${app.suffix}@example.com`;
  await client.getByLabel('Email').fill(email);
  await shoot(client, 'invite');
  await client.getByRole('dialog').getByRole('button', { name: 'Invite a deputy' }).click();
  await expect(client.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await shoot(client, 'link');
  const link = await client.locator('.copyable-text code').innerText();
  await button(client, 'Done').click();
  await expect(client.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');
  await shoot(client, 'deputies');

  const assistant = await app.newPage(phone);
  await assistant.goto(new URL(new URL(link).pathname + new URL(link).hash, app.url).href);
  await assistant.getByLabel('Name').fill('Ada Assistant');
  await assistant.getByRole('textbox', { name: 'Password' }).fill(secret);
  await shoot(assistant, 'accept');
  await button(assistant, 'Create account and accept').click();
  await expect(assistant.getByText('You may now act for')).toBeVisible();
  expect(assistant.url()).not.toContain('token');
  await visit(assistant, '/');
  await button(assistant, 'Act for somebody').click();
  await shoot(assistant, 'switch');
  await assistant
    .getByRole('dialog')
    .getByRole('button', { name: /^Act for/ })
    .click();

  await expect(bar(assistant)).toContainText('You act for');
  await expect(bar(assistant)).toContainText('Ada Assistant');
  await shoot(assistant, 'acting');
  await assistant.locator('.decision').getByRole('button', { name: 'Confirm' }).click();
  await assistant.evaluate(`void dispatchEvent(new Event('pagehide'))`);
  await expect.poll(() => app.ticketStatus(lobby.anna, id)).toBe('closed');
  await assistant.reload();
  await expect(bar(assistant)).toBeVisible();
  await visit(assistant, `/tickets/${id}`);
  await expect(assistant.getByText('Ada Assistant').last()).toBeVisible();
  await visit(assistant, '/profile');
  await expect(heading(assistant, 'Not available while you act for somebody')).toBeVisible();
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
  await assistant.reload();
  await expect(bar(assistant)).toHaveCount(0);
  await expect(assistant.getByText('You may no longer act for')).toBeVisible();
});

test('an admin creates a team, and its lead sees it', async ({ app }) => {
  const lead = await app.account(`Leo ${app.suffix}`, 'worker');
  await app.account(`Mia ${app.suffix}`, 'worker');
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
  await shoot(admin, 'team');
  await button(admin, 'Create').click();
  await expect(admin.getByRole('listitem').filter({ hasText: `North ${app.suffix}` })).toContainText(`Leo ${app.suffix}`);
  await shoot(admin, 'teams');
  const worker = await app.open(lead, phone, '/teams');
  await expect(worker.getByRole('listitem').filter({ hasText: `North ${app.suffix}` })).toContainText(`Mia ${app.suffix}`);
  await shoot(worker, 'own-team');
});
