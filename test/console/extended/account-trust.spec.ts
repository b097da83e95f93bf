import { TOTP } from 'otpauth';
import { adminEmail, password } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, visit } from '../page-helpers.ts';

test('before an invitation is sent the client sees who created the account and who chose its password', async ({
  app,
  lobby: { anna, project },
}) => {
  const mallory = await app.account('Mallory', 'client');
  const service = await app.account('Service', 'worker', mallory);
  await app.setMustChangePassword(service, true);
  const { id } = (await app.call(mallory, 'GET', '/ext/unconfirmed')).items[0];
  await app.call(mallory, 'POST', `/users/${id}/confirm`);
  const client = await app.open(anna);
  await visit(client, `/projects/${project}`);
  await button(client, 'Add worker').click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(service);
  await dialog.getByRole('button', { name: service }).click();
  await dialog.getByRole('heading', { name: 'Invite Service?' }).waitFor();
  expect(await client.evaluate("document.activeElement.closest('dialog') !== null"), 'the focus stays in the dialog').toBe(true);
  await expect(dialog).toContainText('Created byMallory');
  await expect(dialog).toContainText('PasswordChosen by someone else');
  await expect(dialog).toContainText('Email addressNot verified');
  await expect(dialog).toContainText('can sign in as Service, accept the invitation and read your requests');
  const invitations = async () => (await app.call(service, 'GET', '/invitations')).total;
  expect(await invitations(), 'nothing is sent yet').toBe(0);
  await button(client, 'Send invitation').click();
  await client.getByText('Invitation sent to Service.').waitFor();
  expect(await invitations()).toBe(1);
});

test('the list of workers tells of a password that somebody else chose, until its owner chooses one', async ({ app, lobby }) => {
  const { anna, wanda } = lobby;
  await app.setMustChangePassword(wanda, true);
  const client = await app.open(anna);
  const search = async (): Promise<void> => {
    await visit(client, '/workers');
    await client.getByRole('searchbox').fill(wanda);
  };
  await search();
  const row = client.locator('.list-rows > li', { hasText: wanda });
  await expect(row).toContainText('Created by Admin');
  await expect(row).toContainText('Password chosen by someone else.');
  await app.call(wanda, 'POST', '/ext/password', { current: password, new: 'another-horse-2' });
  await client.reload();
  await client.getByRole('searchbox').fill(wanda);
  await expect(row).toContainText('Created by Admin');
  await expect(row).not.toContainText('Password chosen by someone else.');
});

test('an account that somebody else disabled is enabled only after a confirmation', async ({ app, lobby }) => {
  const { anna, wanda, project } = lobby;
  const { id } = await app.call(wanda, 'GET', '/auth/me');
  await app.call(adminEmail, 'PATCH', `/users/${id}`, { is_active: false });
  const isActive = async () => (await app.call(adminEmail, 'GET', `/users?q=${wanda}&include_inactive=1`)).items[0].is_active;
  const client = await app.open(anna);
  const released = Promise.withResolvers<void>();
  await client.route('**/ext/users?*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await visit(client, `/projects/${project}`);
  await client.getByRole('button', { name: 'Manage Wanda' }).click();
  const dialog = client.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Enable' }), 'not known yet who disabled it').toBeDisabled();
  released.resolve();
  await expect(client.locator('.list-rows > li', { hasText: wanda })).toContainText('Disabled by Admin on');
  await expect(dialog).toContainText('Disabled by Admin on');
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await dialog.getByText('Admin disabled this account on').waitFor();
  expect(await isActive()).toBe(false);
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await client.getByText('Wanda enabled.').waitFor();
  expect(await isActive()).toBe(true);
});

test('the names of who created and who disabled an account are shown after their accounts were deleted', async ({
  app,
  lobby: { anna, project },
}) => {
  const [creator, admin] = [await app.account('Creator', 'client'), await app.account('Deputy', 'admin')];
  const worker = await app.account('Orphan', 'worker', creator);
  const [{ id }] = (await app.call(creator, 'GET', '/ext/unconfirmed')).items;
  await app.call(creator, 'POST', `/users/${id}/confirm`);
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id: id });
  await app.call(worker, 'POST', `/projects/${project}/invitation/accept`);
  await app.call(admin, 'PATCH', `/users/${id}`, { is_active: false });
  for (const gone of [creator, admin]) {
    const account = await app.call(gone, 'GET', '/auth/me');
    await app.call(adminEmail, 'DELETE', `/users/${account.id}`);
  }
  const client = await app.open(anna);
  await visit(client, `/projects/${project}`);
  await client.getByRole('button', { name: 'Manage Orphan' }).click();
  const dialog = client.getByRole('dialog');
  await expect(dialog).toContainText('Created byCreator');
  await expect(dialog).toContainText('Disabled by Deputy on');
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await dialog.getByText('Deputy disabled this account on').waitFor();
});

test("a person's dialog leads to the audit log, the own one to the security page", async ({ app, lobby: { wanda } }) => {
  const { id } = await app.call(wanda, 'GET', '/auth/me');
  const admin = await app.open(adminEmail);
  await visit(admin, `/users?q=${encodeURIComponent(wanda)}`);
  await admin.getByRole('button', { name: 'Manage Wanda' }).click();
  await admin.getByRole('link', { name: 'Changes to this account' }).click();
  await admin.waitForURL(new RegExp(`/audit\\?subject_id=${id}`));
  await admin.getByText('Admin created the account of Wanda').waitFor();
  await visit(admin, `/users?role=admin&q=${encodeURIComponent(adminEmail)}`);
  await admin.getByRole('button', { name: 'Manage Admin' }).click();
  await admin.getByRole('link', { name: 'Open security settings' }).click();
  await admin.waitForURL(/\/security$/);
});

test('admins reset the two-factor authentication of another account, which the audit log tells', async ({ app, lobby }) => {
  const { wanda } = lobby;
  const { secret } = await app.call(wanda, 'POST', '/ext/mfa/totp', { password });
  const code = new TOTP({ secret }).generate();
  await app.call(wanda, 'POST', '/ext/mfa/totp/confirm', { code });
  const admin = await app.open(adminEmail);
  await visit(admin, `/users?q=${encodeURIComponent(wanda)}`);
  const row = admin.locator('.list-rows > li', { hasText: wanda });
  await expect(row).toContainText('Two-factor on');
  await admin.getByRole('button', { name: 'Manage Wanda' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reset two-factor' }).click();
  await dialog.getByText('can then sign in with the password alone').waitFor();
  expect((await app.call(wanda, 'GET', '/ext/me')).mfa, 'nothing is reset yet').toEqual({ totp: true });
  await dialog.getByRole('button', { name: 'Reset two-factor' }).click();
  await admin.getByText('Two-factor authentication of Wanda reset.').waitFor();
  await expect(row).not.toContainText('Two-factor on');
  expect((await app.call(wanda, 'GET', '/ext/me')).mfa).toEqual({ totp: false });
  await visit(admin, '/audit?event=mfa_disabled');
  await admin.getByText('Admin reset the two-factor authentication of Wanda').first().waitFor();
});
