import { type FakeSmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { adminEmail, password, startConsoleService } from './console-service.ts';
import { App, test as base, expect } from './fixtures.ts';
import { button, currentStatus, desktop, fileInput, heading, login, phone, withServiceWorker } from './page-helpers.ts';
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
  await admin.getByRole('link', { name: 'People' }).first().click();
  await button(admin, 'New account').first().click();
  const account = admin.getByRole('dialog');
  await account.getByLabel('Role').selectOption('client');
  await account.getByLabel('Name').fill('Anna');
  await account.getByLabel('E-mail').fill('anna@example.com');
  await account.getByLabel('First password').fill(password);
  await account.getByRole('button', { name: 'New account' }).click();
  await admin.getByText('The account of Anna is made.').waitFor();
  const workerEmail = await app.account('Wanda', 'worker');

  // The client creates a project and an object, and invites the worker.
  const client = await app.open('anna@example.com', { ...desktop, ...withServiceWorker });
  await client.getByRole('link', { name: 'Create a project' }).click();
  await button(client, 'New project').first().click();
  await client.getByRole('dialog').getByLabel('Name').fill('Tower');
  await client.getByRole('dialog').getByRole('button', { name: 'New project' }).click();
  await heading(client, 'Tower').waitFor();
  await button(client, 'Add an object').click();
  await client.getByRole('dialog').getByLabel('Name').fill('Lobby');
  await client.getByRole('dialog').getByLabel('Address').fill('River Street 12');
  await button(client, 'Save').click();
  await client.getByText('River Street 12').waitFor();
  await button(client, 'Invite a worker').click();
  await client.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await client.getByText('Wanda is invited.').waitFor();

  // The worker accepts, on a phone.
  const worker = await app.open(workerEmail, { ...phone, ...withServiceWorker });
  await worker.getByRole('link', { name: '1 invitation waits for your answer' }).click();
  await button(worker, 'Accept').click();
  await worker.getByText('You work in Tower now.').waitFor();

  // A request: object, category, words.
  await client.getByRole('link', { name: 'Home' }).first().click();
  await client.getByRole('link', { name: 'New request' }).click();
  await client.getByRole('button', { name: /Lobby/ }).click();
  await client.getByRole('radio', { name: 'Lift' }).check();
  await client.getByLabel('Describe it').fill('The lift stands still');
  await button(client, 'Report it').click();
  await heading(client, 'Lift, Lobby').waitFor();
  const [ticket] = /\d+$/.exec(client.url()) ?? [];
  await expect(button(client, 'Confirm the work'), 'only what the lifecycle allows').toHaveCount(0);

  // Taken, begun, a photo, done; the client sees each step come without doing anything.
  await worker.getByRole('link', { name: 'Free' }).last().click();
  await worker.getByRole('link', { name: 'Lobby' }).click();
  await button(worker, 'Take it').click();
  await currentStatus(client, 'Assigned').waitFor();
  await button(worker, 'Start work').click();
  await currentStatus(client, 'In work').waitFor();
  await worker.getByText('Take a photo').waitFor();
  await fileInput(worker).setInputFiles(photoFile('motor.png'));
  await worker.getByRole('button', { name: /Photo 1 of 1/ }).waitFor();
  await client.getByRole('button', { name: /Photo 1 of 1: motor/ }).waitFor();
  await button(worker, 'Mark as done').click();
  await currentStatus(worker, 'Done').waitFor();
  await currentStatus(client, 'Done').waitFor();

  // Looked at, sent back with a reason, done again, confirmed.
  await client.getByRole('button', { name: /Photo 1 of 1: motor/ }).click();
  await client.getByRole('dialog').getByRole('button', { name: 'Zoom' }).click();
  await button(client, 'Close').click();
  await button(client, 'Send back').click();
  await expect(client.getByRole('dialog').getByRole('button', { name: 'Send back' }), 'without a reason').toBeDisabled();
  await client.getByLabel('Reason').fill('It stands still again');
  await client.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await currentStatus(client, 'Sent back').waitFor();
  await worker.getByText('It stands still again').first().waitFor();
  await button(worker, 'Start work').click();
  await button(worker, 'Mark as done').click();
  await currentStatus(worker, 'Done').waitFor();
  await button(client, 'Confirm the work').click();
  await currentStatus(client, 'Closed').waitFor();
  await expect(client.locator('.action-bar'), 'nothing is left to do').toHaveCount(0);
  await currentStatus(worker, 'Closed').waitFor();

  // The admin's board has it no more, and the list with its filters in the address still does.
  await admin.getByRole('link', { name: 'Requests' }).first().click();
  await admin.getByLabel('Status').selectOption('Closed');
  await admin.waitForURL(/status=closed/);
  await admin.getByRole('link', { name: 'The lift stands still' }).click();
  await admin
    .getByRole('region', { name: `Request ${ticket}` })
    .getByText('It stands still again')
    .first()
    .waitFor();

  // A rule that makes requests, run by hand, its request cancelled.
  await client.getByRole('link', { name: 'Rules' }).first().click();
  await client.getByRole('link', { name: 'New rule' }).first().click();
  await client.getByRole('button', { name: /Lobby/ }).click();
  await client.getByLabel('Describe it').fill('Inspect the lift');
  await button(client, 'New rule').click();
  await client.getByText('Nothing stands in its way.').waitFor();
  await button(client, 'Run now').click();
  await client.getByRole('link', { name: /^Request \d+$/ }).click();
  await button(client, 'Cancel the request').click();
  await client.getByLabel('Reason').fill('No longer needed');
  await client.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).click();
  await client.locator('blockquote', { hasText: 'No longer needed' }).waitFor();

  // A new password by mail.
  const forgetful = await app.open(undefined, withServiceWorker);
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(forgetful, 'Forgot your password?').waitFor(); // the page before has an E-mail, too
  await forgetful.getByLabel('E-mail').fill('anna@example.com');
  await button(forgetful, 'Send the link').click();
  await forgetful.getByText('a link is on its way').waitFor();
  const mail = await smtp.waitForMail();
  const [link = ''] = /http\S+reset-password#token=[\w-]+/.exec(mail.text) ?? [];
  await forgetful.goto(link);
  await forgetful.getByLabel('New password').fill('another-horse-2');
  await forgetful.getByLabel('The same again').fill('another-horse-2');
  expect(forgetful.url(), 'the token leaves the address bar').not.toContain('token');
  await button(forgetful, 'Save').click();
  await forgetful.getByText('Your password is changed').waitFor();
  await forgetful.getByRole('link', { name: 'Back to signing in' }).click();
  await login(forgetful, 'anna@example.com', 'another-horse-2');
});
