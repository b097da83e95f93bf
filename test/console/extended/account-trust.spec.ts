import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, visit } from '../page-helpers.ts';

test('an invitation first tells who created the account and chose its password', async ({ app, lobby: { anna, project } }) => {
  const mallory = await app.account('Mallory', 'client');
  const service = await app.account('Service', 'worker', mallory);
  await app.setMustChangePassword(service, true);
  const { id } = (await app.call(mallory, 'GET', '/ext/unconfirmed')).items[0];
  await app.call(mallory, 'POST', `/users/${id}/confirm`);
  const client = await app.open(anna, {}, `/projects/${project}`);
  await button(client, 'Add worker').click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(service);
  await dialog.getByRole('button', { name: service }).click();
  await dialog.getByRole('heading', { name: 'Invite Service?' }).waitFor();
  const hasFocus = () => client.evaluate<boolean>("document.activeElement.closest('dialog') !== null");
  await expect.poll(hasFocus, 'the focus stays in the dialog').toBe(true);
  await expect(dialog).toContainText('Created byMallory');
  await expect(dialog).toContainText('PasswordChosen by someone else');
  await expect(dialog).toContainText('Email addressNot verified');
  await expect(dialog).toContainText('can sign in as Service, join and read your requests');
  const invitations = async () => (await app.call(service, 'GET', '/invitations')).total;
  expect(await invitations(), 'nothing is sent yet').toBe(0);
  await button(client, 'Send invitation').click();
  await client.getByText('Invitation sent to Service.').waitFor();
  expect(await invitations()).toBe(1);
});

test('an account that somebody else disabled is enabled only after a confirmation', async ({ app, lobby }) => {
  const { anna, wanda, project } = lobby;
  await app.call(adminEmail, 'PATCH', `/users/${await app.idOf(wanda)}`, { is_active: false });
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

test('admins reset the two-factor authentication of another account', async ({ app, lobby: { wanda } }) => {
  await app.turnOnTotp(wanda);
  const admin = await app.open(adminEmail, {}, `/users?q=${encodeURIComponent(wanda)}`);
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
  await admin.getByRole('button', { name: 'Manage Wanda' }).click();
  await dialog.getByRole('link', { name: 'Changes to this account' }).click();
  await admin.waitForURL(new RegExp(`/audit\\?subject_id=${await app.idOf(wanda)}`));
  await admin.getByText('Admin reset the two-factor authentication of Wanda').first().waitFor();
});
