import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startSmtp } from '../support/smtp.ts';
import { adminEmail, button, heading, login, missingBrowser, password, phone, standsAt, startConsole } from './browser.ts';
import { photoFile } from './pictures.ts';

it('walks the whole of section 1 with three people in three windows', { skip: missingBrowser }, async () => {
  const smtp = await startSmtp();
  after(() => smtp.stop());
  const mailing = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port), MAIL_FROM: 'callout@example.com' };
  const app = await startConsole({ ...mailing, NODE_EXTRA_CA_CERTS: smtp.caFile });

  // An admin creates a client.
  const admin = await app.open(adminEmail);
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
  const client = await app.open('anna@example.com', { viewport: { width: 1280, height: 900 } });
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
  const worker = await app.open(workerEmail, phone);
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
  assert.equal(await button(client, 'Confirm the work').count(), 0, 'only what the lifecycle allows');

  // Taken, begun, a photo, done; the client sees each step come without doing anything.
  await worker.getByRole('link', { name: 'Free' }).last().click();
  await worker.getByRole('link', { name: 'Lobby' }).click();
  await button(worker, 'Take it').click();
  await standsAt(client, 'Assigned').waitFor();
  await button(worker, 'Start work').click();
  await standsAt(client, 'In work').waitFor();
  await worker.getByText('Take a photo').waitFor();
  await worker.locator('input[type=file]').setInputFiles(photoFile('motor.png'));
  await worker.getByRole('button', { name: /Photo 1 of 1/ }).waitFor();
  await client.getByRole('button', { name: /Photo 1 of 1: motor/ }).waitFor();
  await button(worker, 'Mark as done').click();
  await standsAt(worker, 'Done').waitFor();
  await standsAt(client, 'Done').waitFor();

  // Looked at, sent back with a reason, done again, confirmed.
  await client.getByRole('button', { name: /Photo 1 of 1: motor/ }).click();
  await client.getByRole('dialog').getByRole('button', { name: 'Zoom' }).click();
  await button(client, 'Close').click();
  await button(client, 'Send back').click();
  assert(await client.getByRole('dialog').getByRole('button', { name: 'Send back' }).isDisabled(), 'a reason is asked for');
  await client.getByLabel('Reason').fill('It stands still again');
  await client.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await standsAt(client, 'Sent back').waitFor();
  await worker.getByText('It stands still again').first().waitFor();
  await button(worker, 'Start work').click();
  await button(worker, 'Mark as done').click();
  await standsAt(worker, 'Done').waitFor();
  await button(client, 'Confirm the work').click();
  await standsAt(client, 'Closed').waitFor();
  assert.equal(await client.locator('.step-bar').count(), 0, 'nothing is left to do');
  await standsAt(worker, 'Closed').waitFor();

  // The admin's board has it no more, and the list with its filters in the address still does.
  await admin.getByRole('link', { name: 'Requests' }).first().click();
  await admin.getByLabel('Status').selectOption('Closed');
  await admin.waitForURL(/status=closed/);
  await admin.getByRole('link', { name: 'The lift stands still' }).click();
  await admin.getByRole('region', { name: 'Request 1' }).getByText('It stands still again').first().waitFor();

  // A rule that makes requests, run by hand, its request cancelled.
  await client.getByRole('link', { name: 'Rules' }).first().click();
  await client.getByRole('link', { name: 'New rule' }).first().click();
  await client.getByRole('button', { name: /Lobby/ }).click();
  await client.getByLabel('Describe it').fill('Inspect the lift');
  await button(client, 'New rule').click();
  await client.getByText('Nothing stands in its way.').waitFor();
  await button(client, 'Run now').click();
  await client.getByRole('link', { name: 'Request 2', exact: true }).click();
  await button(client, 'Cancel the request').click();
  await client.getByLabel('Reason').fill('No longer needed');
  await client.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).click();
  await client.locator('blockquote', { hasText: 'No longer needed' }).waitFor();

  // A new password by mail.
  const forgetful = await app.open();
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
  assert(!forgetful.url().includes('token'), 'the token leaves the address bar');
  await button(forgetful, 'Save').click();
  await forgetful.getByText('Your password is changed').waitFor();
  await forgetful.getByRole('link', { name: 'Back to signing in' }).click();
  await login(forgetful, 'anna@example.com', 'another-horse-2');
});
