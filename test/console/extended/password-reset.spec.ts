import { type FakeSmtpServer, startSmtpServer } from '../../../testing/smtp-server.ts';
import { startConsoleService } from '../console-service.ts';
import { App, test as base, expect } from '../fixtures.ts';
import { button, heading, login } from '../page-helpers.ts';

/** A service of its own that sends mail. */
const test = base.extend<{ smtp: FakeSmtpServer; mailApp: App }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from the pattern
  smtp: async ({}, use) => {
    const smtp = await startSmtpServer();
    await use(smtp);
    await smtp.stop();
  },
  mailApp: async ({ browser, smtp }, use) => {
    const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port), MAIL_FROM: 'callout@example.com' };
    const service = await startConsoleService({ ...mail, NODE_EXTRA_CA_CERTS: smtp.caFile });
    const app = new App(service, browser);
    try {
      await use(app);
      await app.close();
    } finally {
      await service.stop();
    }
  },
});

test('a forgotten password is replaced with the link of a mail', async ({ mailApp: app, smtp }) => {
  const email = await app.account('Anna', 'client');
  const page = await app.open();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(page, 'Forgot your password?').waitFor(); // the page before has an email field, too
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send link').click();
  await page.getByText("we've sent a link").waitFor();
  const resetLink = /http\S+reset-password#token=[\w-]+/;
  const mail = await smtp.waitForMail(({ text }) => resetLink.test(text));
  const [link = ''] = resetLink.exec(mail.text) ?? [];
  await page.goto(link);
  await page.getByLabel('New password').fill('another-horse-2');
  await page.getByLabel('Confirm password').fill('another-horse-2');
  expect(page.url(), 'the token leaves the address bar').not.toContain('token');
  await button(page, 'Save').click();
  await page.getByText('Your password has been changed').waitFor();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await login(page, email, 'another-horse-2');
});
