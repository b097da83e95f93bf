import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, heading, phone, visit } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

// The service of these tests has no bot, no key for bots of accounts and no mail server.

test('the notifications page of a client offers no bot that this server does not accept', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, phone);
  const taps = await countTaps(page);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByText('This server has no bot. Ask an admin to set one up.').waitFor();
  expect(await taps()).toBe(1);
  await page.getByRole('heading', { name: 'Notifications are off' }).waitFor();
  await expect(page.getByText(/own bot|encryption key|Get a message/)).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('the notifications page of a client offers an own bot where this server accepts one', async ({ app, lobby: { anna } }) => {
  const status = { enabled: false, bound: false, target: '', bot_username: '', has_bot_token: false, token_configurable: true };
  const page = await app.open(anna, phone);
  await page.route('**/auth/messenger', (route) => route.fulfill({ json: status }));
  await visit(page, '/messenger');
  await page.getByText('Connect your own below').waitFor();
  await page.getByLabel('Bot token').waitFor();
});

test('workers and admins are not promised the notifications of clients', async ({ app, lobby: { wanda } }) => {
  for (const email of [wanda, adminEmail]) {
    const page = await app.open(email, phone);
    await visit(page, '/messenger');
    await page.getByText('This server sends messages to clients only.').waitFor();
    await expect(page.getByText(/Get a message|Connect|no bot/)).toHaveCount(0);
    await visit(page, '/profile');
    await heading(page, 'Profile').waitFor();
    await expect(page.getByText('Get a message')).toHaveCount(0);
  }
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
