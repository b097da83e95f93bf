import type { Locator } from '@playwright/test';
import { adminEmail, password } from '../console-service.ts';
import { expect, testWithService } from '../fixtures.ts';
import { button, currentStatus, desktop, fileInput, finishJob, heading, phone } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';
import { countTaps } from '../tap-counter.ts';

// An installation on which nobody has done anything, and whose public address nobody has set.

const test = testWithService({ PUBLIC_URL: '' });
test.describe.configure({ mode: 'serial' });

test('from an empty machine to the first confirmed request an admin and a client need 15 clicks and 8 fields', async ({
  app,
}) => {
  test.slow(); // many pages of three people
  let fields = 0;
  const fill = async (field: Locator, text: string): Promise<void> => {
    fields++;
    await field.fill(text);
  };
  // Names under .test lead to this machine, but are none that only this machine can open.
  const publicUrl = app.url.replace('127.0.0.1', 'callout.test');

  const admin = await app.open(undefined, { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  const adminTaps = await countTaps(admin);
  await fill(admin.getByLabel('Email'), adminEmail);
  await fill(admin.locator('input[type=password]'), password);
  await button(admin, 'Sign in').click();

  await heading(admin, 'Set up').waitFor();
  await admin.getByText('which works only on this computer').waitFor();
  await expect(admin.getByRole('img', { name: /QR/ }), 'no code that cannot work').toHaveCount(0);
  await fill(admin.getByLabel('Address', { exact: true }), publicUrl);
  await button(admin, 'Save and continue').click();

  await expect(admin.getByRole('heading', { name: 'Send mail?' }), 'the button that led here is gone').toBeFocused();
  await button(admin, 'Skip for now').click();

  await expect(admin.getByRole('link', { name: 'Import a file…' }), 'a file names projects, and there is none').toHaveCount(0);
  await fill(admin.getByRole('textbox', { name: 'Email of the client' }), 'anna.weiss@example.com');
  await expect(admin.getByLabel('Name of the client')).toHaveValue('Anna Weiss');
  await fill(admin.getByRole('textbox', { name: 'Buildings' }), 'Lobby, River Street 12, Berlin\nRoof, River Street 14, Berlin');
  await button(admin, 'Add 2 buildings').click();

  await fill(admin.getByRole('textbox', { name: 'Email', exact: true }), 'wanda.maler@example.com');
  await admin.getByText('Is invited to the project Anna Weiss.').waitFor();
  await button(admin, 'Create link').click();
  const card = (name: string): Locator => admin.locator('.pass-on', { hasText: `Link for ${name}` });
  await card('Wanda Maler').getByRole('img', { name: 'QR code of the link' }).waitFor();
  await expect(admin.getByRole('button', { name: 'Send by email' }), 'there is no mail server').toHaveCount(0);
  await card('Anna Weiss').getByRole('button', { name: 'Copy message' }).click();
  await card('Wanda Maler').getByRole('button', { name: 'Copy message' }).click();
  const linkOf = async (name: string): Promise<string> => (await card(name).locator('code').textContent()) ?? '';
  const [annaLink, wandaLink] = [await linkOf('Anna Weiss'), await linkOf('Wanda Maler')];
  await expect.poll(() => admin.evaluate<string>('navigator.clipboard.readText()')).toContain(wandaLink);
  expect(annaLink).toMatch(new RegExp(`^${publicUrl}/app/join#`));
  await button(admin, 'Continue').click();
  await admin.getByRole('img', { name: 'QR code of the console' }).waitFor();
  await button(admin, 'Finish').click();
  await heading(admin, 'Board').waitFor();
  const steps = admin.getByRole('region', { name: 'Get started' });
  await steps.getByRole('button', { name: 'Set up mail' }).waitFor();
  const adminClicks = await adminTaps();

  const client = await app.newPage(phone);
  await client.goto(annaLink);
  const clientTaps = await countTaps(client);
  await client.getByText('anna.weiss@example.com').waitFor();
  await fill(client.getByLabel('New password', { exact: true }), 'own-horse-battery-3');
  await button(client, 'Save and sign in').click();
  await button(client, 'Send first request').waitFor();
  await button(client, 'Send first request').click();
  await client.getByRole('button', { name: /Lobby/ }).click();
  await client.getByRole('radio', { name: 'Lift' }).check();
  await fill(client.getByLabel("What's wrong?"), 'The lift stands still');
  await button(client, 'Send request').click();
  await heading(client, 'The lift stands still').waitFor();

  const worker = await app.newPage(phone);
  await worker.goto(wandaLink);
  await worker.getByLabel('New password').fill('own-horse-battery-4');
  await button(worker, 'Save and sign in').click();
  await button(worker, 'Join').click();
  await worker.getByText('You joined Anna Weiss.').waitFor();
  await worker.getByRole('link', { name: 'Available' }).last().click();
  await worker.getByRole('link', { name: 'The lift stands still' }).click();
  await button(worker, 'Take job').click();
  await button(worker, 'Start').click();
  await fileInput(worker).setInputFiles(photoFile('motor.png'));
  await worker.getByRole('button', { name: /Photo 1 of 1/ }).waitFor();
  await finishJob(worker);

  await currentStatus(client, 'Done').waitFor();
  await button(client, 'Confirm').click();
  await currentStatus(client, 'Closed').waitFor();
  const clicks = adminClicks + (await clientTaps());
  console.log(`first confirmed request: ${clicks} clicks (${adminClicks} of the admin), ${fields} fields`);
  expect(clicks, 'clicks of admin and client').toBeLessThanOrEqual(15);
  expect(fields, 'fields of admin and client').toBeLessThanOrEqual(8);

  await expect(steps, 'the first steps end with the first closed request').toHaveCount(0);
  await client.getByRole('link', { name: 'Home' }).first().click();
  await expect(client.getByRole('region', { name: 'Get started' })).toHaveCount(0);
});

test('each step of the set-up is found again, with the links of whoever has no password yet', async ({ app }) => {
  await app.call(adminEmail, 'POST', '/ext/users', { email: 'otto@example.com', name: 'Otto', role: 'worker' });
  await app.call(adminEmail, 'POST', '/ext/users', { email: 'mara@example.com', name: 'Mara', role: 'admin' });
  const admin = await app.open(adminEmail, desktop, '/start?step=people');
  const waiting = admin.getByRole('region', { name: 'Have not chosen a password yet' });
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await waiting.getByRole('listitem').filter({ hasText: 'Otto' }).getByRole('button', { name: 'Invitation link' }).click();
  await admin.getByRole('dialog').locator('.pass-on').getByText('/app/join#').waitFor();
  await admin.keyboard.press('Escape');
  await admin.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Buildings' }).click();
  await admin.getByRole('link', { name: 'Import a file…' }).waitFor();
  await expect(admin.getByLabel('Email of the client'), 'there is a client').toHaveCount(0);
});

test('a phone is shown no code to scan with a phone', async ({ app }) => {
  const admin = await app.open(adminEmail, phone, '/start?step=device');
  await admin.getByRole('heading', { name: 'This device' }).waitFor();
  await button(admin, 'Finish').waitFor();
  await expect(admin.getByRole('img', { name: /QR/ })).toHaveCount(0);
  await admin.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Address' }).click();
  await button(admin, 'Test address').waitFor();
  await expect(admin.getByRole('img', { name: /QR/ })).toHaveCount(0);
});

test('a worker whose invitation to the project failed is invited by another try', async ({ app }) => {
  const admin = await app.open(adminEmail, desktop, '/start?step=people');
  const json = { error: 'the project or the object is disabled' };
  await admin.route('**/projects/*/workers', (route) => route.fulfill({ status: 409, json }), { times: 1 });
  const email = admin.getByRole('textbox', { name: 'Email', exact: true });
  await email.fill('pia@example.com');
  await button(admin, 'Create link').click();
  await admin.getByRole('alert').filter({ hasText: 'The project or the building is disabled.' }).waitFor();
  await button(admin, 'Create link').click();
  await expect(email).toHaveValue('');
  const [project] = (await app.call(adminEmail, 'GET', '/projects?order=desc&limit=1')).items;
  const members = (await app.call(adminEmail, 'GET', `/projects/${project.id}/workers`)).items;
  expect(members.map(({ name }: { name: string }) => name)).toContain('Pia');
});

test('a used link says so, and leads to the sign-in', async ({ app }) => {
  const person = { email: 'ida@example.com', name: 'Ida', role: 'client' };
  const { link } = await app.call(adminEmail, 'POST', '/ext/users', person);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  await app.call(adminEmail, 'POST', '/auth/reset-password', { token, password: 'own-horse-battery-5' });
  const page = await app.newPage(phone);
  await page.goto(link);
  await page.getByLabel('New password').fill('own-horse-battery-6');
  await button(page, 'Save and sign in').click();
  await page.getByText('This link has expired or was used already.').waitFor();
  await page.getByRole('link', { name: 'Back to sign in' }).waitFor();
});
