import type { Page } from '@playwright/test';
import { sendReasons } from '../../../src/outbound/notifications/events.ts';
import { de } from '../../../web/src/pages/notifications/texts/de.ts';
import { en } from '../../../web/src/pages/notifications/texts/en.ts';
import { pl } from '../../../web/src/pages/notifications/texts/pl.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { bell, deliveriesOfEveryReason, setReadyChannels } from '../notification-helpers.ts';
import {
  button,
  desktop,
  heading,
  login,
  phone,
  serviceWorkerReady,
  signOut,
  visit,
  withServiceWorker,
} from '../page-helpers.ts';
import { storedRecords } from '../stored-records.ts';

// The service of these tests has no bot, no key for bots of accounts and no mail server.

const noBot = { enabled: false, bound: false, target: '', bot_username: '', has_bot_token: false, token_configurable: false };

/** Answers for the settings of the chat. */
async function setMessenger(page: Page, status: Partial<typeof noBot>): Promise<void> {
  await page.route('**/auth/messenger', (route) => route.fulfill({ json: { ...noBot, ...status } }));
}

test('the page of the chat offers no bot that this server does not accept', async ({ app, lobby: { anna, wanda } }) => {
  for (const email of [anna, wanda, adminEmail]) {
    const page = await app.open(email, phone);
    await visit(page, '/messenger');
    await page.getByText('This server has no bot. Ask an admin to set one up.').waitFor();
    await page.getByRole('heading', { name: 'No chat connected' }).waitFor();
    await expect(page.getByText(/own bot|encryption key|private chat|test message/)).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
});

test('every role can bind a chat or connect a bot of its own', async ({ app, lobby: { anna, wanda } }) => {
  const leads = { [anna]: 'you confirm work', [wanda]: 'you accept, start and finish', [adminEmail]: 'Try it with a test message' };
  for (const [email, lead] of Object.entries(leads)) {
    const page = await app.open(email, phone);
    await setMessenger(page, { enabled: true, bot_username: 'callout_bot', token_configurable: true });
    await visit(page, '/messenger');
    await page.getByText(lead).waitFor();
    await button(page, 'Show link').waitFor();
    await page.getByLabel('Bot token').waitFor();
    await expect(page.getByText('clients only')).toHaveCount(0);
  }
});

test('a server without a bot offers to connect an own one where it accepts one', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, phone);
  await setMessenger(page, { token_configurable: true });
  await visit(page, '/messenger');
  await page.getByText('Connect your own, or').waitFor();
  await page.getByLabel('Bot token').waitFor();
});

test('when a chat was bound, its messages are offered, and turned on for what needs the client', async ({
  app,
  lobby: { anna },
}) => {
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
  expect(on.sort()).toEqual([
    'comment_added',
    'confirmation_waiting',
    'handed_back',
    'overdue',
    'report_received',
    'ticket_canceled',
    'ticket_done',
    'webhook_disabled',
  ]);
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

test('sent messages tell every reason in words, in each language', async ({ app, lobby: { wanda } }) => {
  const page = await app.open(wanda, desktop);
  await page.route('**/ext/notifications/deliveries*', (route) => route.fulfill({ json: deliveriesOfEveryReason() }));
  for (const [language, texts] of Object.entries({ en, de, pl })) {
    await page.evaluate(`localStorage.setItem('callout.language', '${language}')`);
    await page.goto(`${app.url}/app/notifications/deliveries`);
    await heading(page, texts.deliveries).waitFor();
    for (const reason of sendReasons) await expect(page.getByText(texts.reasons[reason])).toBeVisible();
    await page.getByText('connect ECONNREFUSED 192.0.2.1:25').waitFor();
    for (const state of [texts.states.waiting, texts.states.dropped, texts.states.failed])
      await page.getByText(`${texts.channels.email}: ${state}`).first().waitFor();
  }
});

test('an admin looks up why somebody else got no message', async ({ app, lobby: { wanda, report } }) => {
  await report('A lamp is dark');
  const page = await app.open(adminEmail, desktop);
  await visit(page, '/notifications');
  await page.getByText('Requests that are handed back or overdue appear here.').waitFor();
  await visit(page, '/notifications/settings');
  await page.getByRole('link', { name: 'Delivery log' }).click();
  await button(page, 'Account: Your own notifications').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search').fill(wanda);
  await dialog.getByRole('button', { name: wanda }).click();
  await page.getByText('Only in the list of notifications: nothing is turned on for this event.').first().waitFor();
  await page.getByText('A lamp is dark').waitFor();
  await page.waitForURL(/user_id=/);
  await page.reload();
  await button(page, 'Account: Wanda').waitFor();
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
});
