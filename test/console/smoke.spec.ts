import { type FakeSmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { adminEmail, password, startConsoleService } from './console-service.ts';
import { App, test as base, expect } from './fixtures.ts';
import {
  button,
  currentStatus,
  desktop,
  enterCredentials,
  fileInput,
  finishJob,
  heading,
  login,
  phone,
  withServiceWorker,
} from './page-helpers.ts';
import { photoFile } from './pictures.ts';

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

test('admin, client and worker take a ticket from the report to the confirmation', async ({ mailApp: app, smtp }) => {
  test.slow(); // many pages of four people
  // An admin creates a client.
  const admin = await app.open(adminEmail, withServiceWorker);
  await admin.getByRole('link', { name: 'Users' }).first().click();
  await button(admin, 'New account').first().click();
  const account = admin.getByRole('dialog');
  await account.getByLabel('Role').selectOption('client');
  await account.getByLabel('Name').fill('Anna');
  await account.getByLabel('Email').fill('anna@example.com');
  await account.getByLabel('Temporary password').fill(password);
  await account.getByRole('button', { name: 'Create' }).click();
  await admin.getByText('Account created for Anna.').waitFor();
  const workerEmail = await app.account('Wanda', 'worker');

  // The client replaces the password that the admin chose, creates a project and an object, and invites the worker.
  const client = await app.open(undefined, { ...desktop, ...withServiceWorker });
  await enterCredentials(client, 'anna@example.com', password);
  await client.getByLabel('Current password').fill(password);
  await client.getByLabel('New password').fill('own-horse-battery-3');
  await button(client, 'Change password').click();
  await button(client, 'Create project').click();
  await client.getByRole('dialog').getByLabel('Name').fill('Tower');
  await client.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await client.getByRole('link', { name: 'Projects' }).first().click();
  await client.getByRole('link', { name: 'Tower' }).click();
  await heading(client, 'Tower').waitFor();
  await button(client, 'Add building').click();
  await client.getByRole('dialog').getByLabel('Name').fill('Lobby');
  await client.getByRole('dialog').getByLabel('Address').fill('River Street 12');
  await button(client, 'Save').click();
  await client.getByText('River Street 12').waitFor();
  await button(client, 'Add worker').click();
  await client.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await button(client, 'Send invitation').click();
  await client.getByText('Invitation sent to Wanda.').waitFor();

  // The worker accepts, on a phone.
  const worker = await app.open(workerEmail, { ...phone, ...withServiceWorker });
  await button(worker, 'Accept').click();
  await worker.getByText('You joined Tower.').waitFor();

  // A request: object, category, words.
  await client.getByRole('link', { name: 'Home' }).first().click();
  await client.getByRole('link', { name: 'New request' }).first().click();
  await client.getByRole('button', { name: /Lobby/ }).click();
  await client.getByRole('radio', { name: 'Elevator' }).check();
  await client.getByLabel("What's wrong?").fill('The lift stands still');
  await button(client, 'Send request').click();
  await heading(client, 'The lift stands still').waitFor();
  const [ticket] = /\d+$/.exec(client.url()) ?? [];
  await expect(button(client, 'Confirm'), 'only what the lifecycle allows').toHaveCount(0);

  // Taken, begun, a photo, done; the client sees each step come without doing anything.
  await worker.getByRole('link', { name: 'Available' }).last().click();
  await worker.getByRole('link', { name: 'The lift stands still' }).click();
  await button(worker, 'Accept').click();
  await currentStatus(client, 'Assigned').waitFor();
  await button(worker, 'Start').click();
  await worker.getByText('Take photo').waitFor();
  await fileInput(worker).setInputFiles(photoFile('motor.png'));
  await currentStatus(client, 'In progress').waitFor();
  await worker.getByRole('button', { name: /Photo 1 of 1/ }).waitFor();
  await client.getByRole('button', { name: /Photo 1 of 1: motor/ }).waitFor();
  await finishJob(worker);
  await currentStatus(worker, 'Done').waitFor();
  await currentStatus(client, 'Done').waitFor();

  // Looked at and confirmed.
  await client.getByRole('button', { name: /Photo 1 of 1: motor/ }).click();
  await client.getByRole('dialog').getByRole('button', { name: 'Zoom in' }).click();
  await button(client, 'Close').click();
  await button(client, 'Confirm').click();
  await currentStatus(client, 'Closed').waitFor();
  await expect(client.locator('.action-bar'), 'nothing is left to do').toHaveCount(0);
  await currentStatus(worker, 'Closed').waitFor();

  // The admin's board has it no more, and the list with its filters in the address still does.
  await admin.getByRole('link', { name: 'Requests' }).first().click();
  await admin.getByRole('link', { name: /^Closed \d/ }).click();
  await admin.waitForURL(/status=closed/);
  await admin.getByRole('link', { name: 'The lift stands still' }).click();
  await admin
    .getByRole('region', { name: `Request #${ticket}` })
    .getByText('confirmed the work')
    .first()
    .waitFor();

  // A rule that makes requests, run by hand, its request cancelled.
  await client.getByRole('link', { name: 'Schedules' }).first().click();
  await client.getByRole('link', { name: 'New schedule' }).first().click();
  await client.getByRole('button', { name: /Lobby/ }).click();
  await client.getByLabel('What needs to be done?').fill('Inspect the lift');
  await button(client, 'Create').click();
  await client.getByText('On track').waitFor();
  await button(client, 'Create request now').click();
  await client.getByRole('dialog').getByRole('button', { name: 'Create request now' }).click();
  await client.getByRole('link', { name: /^Request #\d+$/ }).click();
  await button(client, 'Cancel request').click();
  await client.getByLabel('Reason').fill('No longer needed');
  await client.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
  await client.locator('.reason-note', { hasText: 'No longer needed' }).waitFor();

  // A new password by mail.
  const forgetful = await app.open(undefined, withServiceWorker);
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(forgetful, 'Forgot your password?').waitFor(); // the page before has an email field, too
  await forgetful.getByLabel('Email').fill('anna@example.com');
  await button(forgetful, 'Send link').click();
  await forgetful.getByText("we've sent a link").waitFor();
  const resetLink = /http\S+reset-password#token=[\w-]+/;
  const mail = await smtp.waitForMail(({ text }) => resetLink.test(text));
  const [link = ''] = resetLink.exec(mail.text) ?? [];
  await forgetful.goto(link);
  await forgetful.getByLabel('New password').fill('another-horse-2');
  await forgetful.getByLabel('Confirm password').fill('another-horse-2');
  expect(forgetful.url(), 'the token leaves the address bar').not.toContain('token');
  await button(forgetful, 'Save').click();
  await forgetful.getByText('Your password has been changed').waitFor();
  await forgetful.getByRole('link', { name: 'Back to sign in' }).click();
  await login(forgetful, 'anna@example.com', 'another-horse-2');
});
