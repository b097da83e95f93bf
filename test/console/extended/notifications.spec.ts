import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { bell, markInvitationRead, notificationRows, setReadyChannels } from '../notification-helpers.ts';
import {
  button,
  desktop,
  enterCredentials,
  login,
  phone,
  serviceWorkerReady,
  signOut,
  visit,
  withServiceWorker,
} from '../page-helpers.ts';
import { storedRecords } from '../stored-records.ts';
import { countTaps } from '../tap-counter.ts';

// The service of these tests has no bot, no key for bots of accounts and no mail server.

const noBot = { enabled: false, bound: false, target: '', bot_username: '', has_bot_token: false, token_configurable: false };

/** Answers for the settings of the chat. */
async function setMessenger(page: Page, status: Partial<typeof noBot>): Promise<void> {
  await page.route('**/auth/messenger', (route) => route.fulfill({ json: { ...noBot, ...status } }));
}

test('the page of the chat offers the bots that the server accepts', async ({ app, lobby: { anna, wanda } }) => {
  const page = await app.open(anna, phone, '/messenger');
  await page.getByText('This server has no bot. Ask an admin to set one up.').waitFor();
  await page.getByRole('heading', { name: 'No chat connected' }).waitFor();
  await expect(page.getByText(/own bot|encryption key|private chat|test message/)).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await setMessenger(page, { token_configurable: true });
  await page.reload();
  await page.getByText('Connect your own, or').waitFor();
  await page.getByLabel('Bot token').waitFor();
  const worker = await app.open(wanda, phone);
  await setMessenger(worker, { enabled: true, bot_username: 'callout_bot', token_configurable: true });
  await visit(worker, '/messenger');
  await worker.getByText('you take, start and finish').waitFor();
  await button(worker, 'Show link').waitFor();
  await worker.getByLabel('Bot token').waitFor();
  const admin = await app.open(adminEmail, phone, '/messenger');
  await admin.getByText('This server has no bot. Add one for everybody under Installation.').waitFor();
  await setMessenger(admin, { token_configurable: true });
  await admin.reload();
  await admin.getByText('Connect your own, or add one for everybody under Installation.').waitFor();
});

test('messages of a chat that was bound are offered and turned on', async ({ app, lobby: { anna } }) => {
  const bound = { enabled: true, bound: true, target: '48151623', bot_username: 'callout_bot' };
  const page = await app.open(anna, desktop);
  await setReadyChannels(page, 'messenger', 'email');
  await setMessenger(page, bound);
  await visit(page, '/messenger');
  const offer = page.getByRole('region', { name: 'Get notified' });
  await expect(offer.getByRole('switch', { name: 'Telegram' })).toBeChecked();
  await expect(offer.getByRole('switch', { name: 'Email' })).not.toBeChecked();
  await offer.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Notifications are on.').waitFor();
  await expect(offer).toHaveCount(0);
  const { events } = await app.call(anna, 'GET', '/ext/notifications/preferences');
  const on = Object.keys(events).filter((event) => events[event].messenger);
  expect(on).toContain('confirmation_waiting');
  expect(Object.keys(events).filter((event) => events[event].email)).toEqual([]);
});

test('an offer that was declined does not come back, and other accounts still get theirs', async ({ app, lobby: { wanda } }) => {
  const walter = await app.account('Walter', 'worker');
  const page = await app.open(wanda, phone);
  await setReadyChannels(page, 'email');
  await page.reload();
  const offer = page.getByRole('region', { name: 'Get notified' });
  await offer.getByRole('button', { name: 'No, thanks' }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await page.locator('.empty-state').waitFor();
  await expect(offer).toHaveCount(0);
  await signOut(page);
  await login(page, walter);
  await visit(page, '/');
  await offer.waitFor();
});

test('an admin looks up why somebody else got no message', async ({ app, lobby: { wanda, report } }) => {
  await report('A lamp is dark');
  await expect.poll(async () => (await app.call(wanda, 'GET', '/ext/notifications')).total).toBe(2); // with the invitation
  const admin = await app.account('Ada', 'admin'); // the admin of all tests was told what happened in others
  const page = await app.open(admin, desktop, '/notifications');
  await page.getByText('Requests that are handed back or late appear here.').waitFor();
  await visit(page, '/notifications/settings');
  await page.getByRole('link', { name: 'Delivery log' }).click();
  await page.getByText('Your own notifications').waitFor();
  await button(page, 'Account').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search').fill(wanda);
  await dialog.getByRole('button', { name: wanda }).click();
  await page.getByText('Only in the list of notifications: nothing is turned on for this event.').first().waitFor();
  await page.getByText('A lamp is dark').waitFor();
  await page.waitForURL(/user_id=/);
  await expect(page.getByText('Your own notifications')).toHaveCount(0);
  await page.reload();
  await button(page, 'Remove filter: Account: Wanda').waitFor();
});

test('the name of a page in the sidebar stays on one line beside its count, in a wide font too', async ({ app, lobby }) => {
  const page = await app.open(lobby.anna, desktop);
  const link = (count: string) => page.getByRole('link', { name: `Notifications${count}`, exact: true });
  const heightOf = async (count: string): Promise<number | undefined> => (await link(count).boundingBox())?.height;
  await link('').waitFor();
  const height = await heightOf('');
  await page.route('**/ext/notifications?unread=true&limit=1', (route) =>
    route.fulfill({ json: { items: [], total: 0, unread: 12 } }),
  );
  await page.reload();
  await link(' 9+').evaluate((element) => element.style.setProperty('letter-spacing', '6px'));
  expect(await heightOf(' 9+')).toBe(height);
  await expect(link(' 9+').getByText('9+')).toBeInViewport({ ratio: 1 });
});

test('the notifications that were read are shown without a connection', async ({ app, lobby: { wanda, report } }) => {
  await report('A lamp is dark');
  const page = await app.open(wanda, { ...phone, ...withServiceWorker });
  await serviceWorkerReady(page);
  await bell(page).click();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
  const isStored = async (): Promise<boolean> =>
    (await storedRecords(page)).some(
      ({ kind, value }) => kind === 'response' && /GET \/ext\/notifications.*"limit":25.*A lamp is dark/.test(String(value)),
    );
  await expect.poll(isStored).toBe(true);
  app.link.disconnect();
  await page.reload();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
});

test('no mail is promised where the service sends none, also before that is known', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, phone);
  const about = Promise.withResolvers<void>();
  await page.route('**/ext/about', async (route) => {
    await about.promise;
    await route.continue();
  });
  await page.goto(`${app.url}/app/security`);
  await button(page, 'Change password').waitFor();
  await expect(page.getByText(/mail you a link/)).toHaveCount(0);
  about.resolve();
  await page.getByText("This server doesn't send email").waitFor();
  await expect(page.getByText(/mail you a link|Email me a link/)).toHaveCount(0);
  const nina = await app.account('Nina', 'worker', anna);
  const worker = await app.open();
  await enterCredentials(worker, nina);
  const notApproved = "Your account hasn't been approved yet. Contact the person who created it.";
  await worker.getByText(notApproved, { exact: true }).waitFor();
  await worker.getByRole('link', { name: 'Forgot your password?' }).click();
  await worker.getByText("This server doesn't send email.").waitFor();
  await expect(worker.getByRole('textbox')).toHaveCount(0);
});

test('a notification that comes while the list is shown moves no row, and is shown by a button', async ({ app, lobby }) => {
  await markInvitationRead(app, lobby);
  await lobby.report('First');
  const page = await app.open(lobby.wanda, desktop);
  await expect(bell(page)).toHaveAccessibleName('Notifications 1');
  await bell(page).click();
  await expect(notificationRows(page)).toHaveCount(2);
  await lobby.report('Second');
  await button(page, 'Show 1 new notification').waitFor();
  await expect(notificationRows(page)).toHaveCount(2);
  await button(page, 'Show 1 new notification').click();
  await expect(notificationRows(page).getByRole('link')).toHaveText(['Second', 'First', 'Tower']);
});

test('notifications are marked as read one by one and all together', async ({ app, lobby: { anna, report } }) => {
  for (const description of ['First', 'Second', 'Third']) await report(description, 'take', 'start');
  const page = await app.open(anna, desktop);
  await expect(bell(page)).toHaveAccessibleName('Notifications 3');
  await bell(page).click();
  await button(page, 'Mark as read: Second').click();
  await expect(bell(page)).toHaveAccessibleName('Notifications 2');
  await expect(notificationRows(page).nth(1)).not.toContainText('Unread');
  await button(page, 'Mark all as read').click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0);
  await expect(notificationRows(page)).toHaveCount(3);
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
