import type { Page } from '@playwright/test';
import { type App, expect, test } from './fixtures.ts';
import { bell, setReadyChannels } from './notification-helpers.ts';
import { button, desktop, heading, login, phone, visit } from './page-helpers.ts';
import type { Lobby } from './seed.ts';
import { countTaps } from './tap-counter.ts';

/** Wanda was invited to the project of the lobby. */
async function markInvitationRead(app: App, { wanda }: Lobby): Promise<void> {
  const total = async (): Promise<number> => (await app.call(wanda, 'GET', '/ext/notifications')).total;
  await expect.poll(total).toBe(1);
  await app.call(wanda, 'POST', '/ext/notifications/read', { all: true });
}

const rows = (page: Page) => page.locator('.notifications li');

test('the bell counts a new notification without a reload, and two taps open its request', async ({ app, lobby }) => {
  await markInvitationRead(app, lobby);
  const page = await app.open(lobby.wanda, phone);
  await heading(page, 'My work').waitFor();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await lobby.report('A lamp is dark');
  await expect(bell(page)).toHaveAccessibleName('Notifications 1');
  const taps = await countTaps(page);
  await bell(page).tap();
  await expect(rows(page)).toContainText(['New request in your projects']);
  await page.getByRole('link', { name: 'A lamp is dark' }).tap();
  await heading(page, 'A lamp is dark').waitFor();
  expect(await taps()).toBe(2);
  await expect(bell(page), 'what was opened is read').toHaveAccessibleName('Notifications');
});

test('a notification that comes while the list is shown moves no row, and is shown by a button', async ({ app, lobby }) => {
  await markInvitationRead(app, lobby);
  await lobby.report('First');
  const page = await app.open(lobby.wanda, desktop);
  await expect(bell(page)).toHaveAccessibleName('Notifications 1');
  await bell(page).click();
  await expect(rows(page)).toHaveCount(2);
  await lobby.report('Second');
  await button(page, 'Show 1 new notification').waitFor();
  await expect(rows(page)).toHaveCount(2);
  await button(page, 'Show 1 new notification').click();
  await expect(rows(page).getByRole('link')).toHaveText(['Second', 'First', 'Tower']);
});

test('notifications are marked as read one by one and all together', async ({ app, lobby: { anna, report } }) => {
  for (const description of ['First', 'Second', 'Third']) await report(description, 'take', 'start');
  const page = await app.open(anna, desktop);
  await expect(bell(page)).toHaveAccessibleName('Notifications 3');
  await bell(page).click();
  await button(page, 'Mark as read: Second').click();
  await expect(bell(page)).toHaveAccessibleName('Notifications 2');
  await expect(rows(page).nth(1)).not.toContainText('Unread');
  await button(page, 'Mark all as read').click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);
});

test('settings of notifications are stored in the zone of the device', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda, { ...phone, timezoneId: 'Europe/Berlin' });
  await setReadyChannels(page, 'email');
  await visit(page, '/notifications/settings');
  await page.getByText('Telegram is not connected.').waitFor();
  await page.getByText("This server doesn't send notifications to browsers.").waitFor();
  await expect(page.getByRole('switch', { name: /Telegram|Browser/ })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Request assigned to me: Email' }).check();
  await page.getByRole('switch', { name: 'Quiet hours' }).check();
  await page.getByLabel('From').fill('21:30');
  await page.getByText('Times are in Europe/Berlin.').waitFor();
  await page.getByLabel('Send', { exact: true }).selectOption({ label: 'Once a day, all together' });
  await page.getByLabel('Time of day', { exact: true }).fill('06:15');
  await button(page, 'Save').click();
  await page.getByText('Notification settings saved.').waitFor();
  const { events, quiet_hours, digest, digest_at } = await app.call(wanda, 'GET', '/ext/notifications/preferences');
  expect(events.ticket_assigned).toEqual({ messenger: false, email: true, push: false });
  expect(events.ticket_available.email).toBe(false);
  expect(quiet_hours).toEqual({ from: '21:30', to: '07:00', timezone: 'Europe/Berlin', urgent_breaks: true });
  expect([digest, digest_at]).toEqual(['daily', '06:15']);
});

test('a worker is offered notifications at the first sign-in, and turns them on with one tap', async ({ app, lobby }) => {
  const page = await app.newPage(phone);
  await setReadyChannels(page, 'email');
  await page.goto(`${app.url}/app/`);
  const { wanda } = lobby;
  await login(page, wanda);
  const offer = page.getByRole('region', { name: 'Get notified' });
  await offer.waitFor();
  await expect(offer.getByRole('switch')).toHaveCount(1);
  const taps = await countTaps(page);
  await offer.getByRole('button', { name: 'Turn on' }).tap();
  await page.getByText('Notifications are on.').waitFor();
  expect(await taps()).toBe(1);
  await expect(offer).toHaveCount(0);
  const { events } = await app.call(wanda, 'GET', '/ext/notifications/preferences');
  const on = Object.keys(events).filter((event) => events[event].email);
  expect(on).toContain('ticket_assigned');
  await app.call(wanda, 'PUT', '/ext/notifications/preferences', { events: {}, digest: 'none' });
  await page.reload();
  await page.locator('.empty-state').waitFor();
  await expect(offer, 'not twice').toHaveCount(0);
});
