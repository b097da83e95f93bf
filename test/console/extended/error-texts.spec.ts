import { adminEmail, password } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, visit } from '../page-helpers.ts';

const inGerman: [error: string, shown: string][] = [
  ['name must NOT have fewer than 2 characters', '„Name“ muss mindestens 2 Zeichen haben.'],
  ['phone must NOT have more than 40 characters', '„Telefon“ darf höchstens 40 Zeichen haben.'],
  ['role must be one of worker, client, admin', '„Rolle“ hat einen ungültigen Wert.'],
  ['something_new must be a positive integer', 'Ein Wert muss eine ganze Zahl sein.'],
  ['password is required', '„Passwort“ fehlt.'],
  ['cannot take a ticket that is done', 'Das ist nicht mehr möglich: Der Auftrag hat den Status „Erledigt“.'],
  ['email already taken', 'Diese E-Mail-Adresse wird schon verwendet.'],
];

test('errors of the service are shown in German, with the labels of the form', async ({ app }) => {
  const page = await app.open(adminEmail, { locale: 'de-DE' });
  await visit(page, '/users');
  await page.getByRole('button', { name: 'Neues Konto' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Anna');
  await dialog.getByLabel('E-Mail').fill('anna@example');
  await dialog.getByLabel('Vorläufiges Passwort').fill(password);
  const submit = dialog.getByRole('button', { name: 'Anlegen' });
  await submit.click();
  await dialog.getByText('„E-Mail“ ist keine gültige E-Mail-Adresse.').waitFor();
  for (const [error, shown] of inGerman) {
    await page.route('**/users', (route) => route.fulfill({ status: 400, json: { error } }));
    await submit.click();
    await dialog.getByText(shown).waitFor();
    await page.unroute('**/users');
  }
  await expect(dialog.getByRole('alert')).toHaveCount(1);
});

test('without a mail server no page promises a mail', async ({ app }) => {
  const anna = await app.account('Anna', 'client');
  const wanda = await app.account('Wanda', 'worker', anna);
  const page = await app.open();
  await page.locator('input[type=email]').fill(wanda);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByText("Your account hasn't been approved yet. Contact the person who created it.", { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText("This server doesn't send email.").waitFor();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const own = await app.open(anna);
  await visit(own, '/workers');
  await button(own, 'Approve Wanda').click();
  await own.getByText('Wanda approved.', { exact: true }).waitFor();
});
