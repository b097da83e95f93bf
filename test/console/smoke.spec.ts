import { adminEmail } from './console-service.ts';
import { expect, test } from './fixtures.ts';
import { button, currentStatus, desktop, fileInput, finishJob, heading, phone, withServiceWorker } from './page-helpers.ts';
import { photoFile } from './pictures.ts';

test('admin, client and worker take a ticket from the report to the confirmation', async ({ app }) => {
  test.slow(); // many pages of three people
  const clientEmail = `anna.${app.suffix}@example.com`;
  const title = `The lift of ${app.suffix} stands still`;
  // An admin creates a client.
  const admin = await app.open(adminEmail, withServiceWorker);
  await admin.getByRole('link', { name: 'Users' }).first().click();
  const fonts = () => admin.evaluate<string[]>('[...document.fonts].map(({ family, status }) => family + ": " + status)');
  await expect.poll(fonts).toContain('Inter: loaded');
  await button(admin, 'New account').first().click();
  const account = admin.getByRole('dialog');
  await account.getByLabel('Role').selectOption('client');
  await account.getByLabel('Name').fill('Anna');
  await account.getByLabel('Email').fill(clientEmail);
  await account.getByRole('button', { name: 'Create' }).click();
  await account.getByRole('heading', { name: 'Account created for Anna.' }).waitFor();
  const link = await account.locator('code').textContent();
  await button(admin, 'Close').click();
  const workerEmail = await app.account('Wanda', 'worker');

  // The client chooses a password with the link, creates a project and an object, and invites the worker.
  const client = await app.open(undefined, { ...desktop, ...withServiceWorker });
  await client.goto(link ?? '');
  await client.getByLabel('New password').fill('own-horse-battery-3');
  await button(client, 'Save and sign in').click();
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
  await client.getByRole('dialog').getByRole('searchbox').fill(workerEmail);
  await client.getByRole('dialog').getByRole('button', { name: workerEmail }).click();
  await button(client, 'Send invitation').click();
  await client.getByText('Invitation sent to Wanda.').waitFor();

  // The worker accepts, on a phone.
  const worker = await app.open(workerEmail, { ...phone, ...withServiceWorker });
  await button(worker, 'Join').click();
  await worker.getByText('You joined Tower.').waitFor();

  // A request: object, category, words.
  await client.getByRole('link', { name: 'Home' }).first().click();
  await client.getByRole('link', { name: 'New request' }).first().click();
  await client.getByRole('radio', { name: 'Lift' }).check();
  await client.locator('.picker-selection').waitFor(); // the only building
  await client.getByLabel("What's wrong?").fill(title);
  await button(client, 'Send request').click();
  await heading(client, title).waitFor();
  const [ticket] = /\d+$/.exec(client.url()) ?? [];
  await expect(button(client, 'Confirm'), 'only what the lifecycle allows').toHaveCount(0);

  // Taken, begun, a photo, done; the client sees each step come without doing anything.
  await worker.getByRole('link', { name: 'Available' }).last().click();
  await worker.getByRole('link', { name: title }).click();
  await button(worker, 'Take job').click();
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
  await admin.getByRole('link', { name: title }).click();
  await admin
    .getByRole('region', { name: `Request #${ticket}` })
    .getByText('confirmed the work')
    .first()
    .waitFor();
});
