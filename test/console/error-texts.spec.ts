import { adminEmail, password } from './console-service.ts';
import { expect, test } from './fixtures.ts';
import { button, visit } from './page-helpers.ts';

const inGerman: [error: string, shown: string][] = [
  ['name must NOT have fewer than 2 characters', '„Name“ ist zu kurz: mindestens 2 Zeichen.'],
  ['phone must NOT have more than 40 characters', '„Telefon“ ist zu lang: höchstens 40 Zeichen.'],
  ['role must be one of worker, client, admin', '„Rolle“ hat einen Wert, den es hier nicht gibt.'],
  ['something_new must be a positive integer', 'Eine Angabe ist keine ganze Zahl.'],
  ['password is required', '„Passwort“ fehlt.'],
  ['cannot take a ticket that is done', 'Das geht nicht mehr: Der Auftrag steht auf „Erledigt“.'],
  ['email already taken', 'Diese E-Mail ist schon vergeben.'],
];

test('errors of the service are shown in German, with the labels of the form', async ({ app }) => {
  const page = await app.open(adminEmail, { locale: 'de-DE' });
  await visit(page, '/users');
  await page.getByRole('button', { name: 'Neues Konto' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Anna');
  await dialog.getByLabel('E-Mail').fill('anna@example');
  await dialog.getByLabel('Erstes Passwort').fill(password);
  const submit = dialog.getByRole('button', { name: 'Neues Konto' });
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
  await page.getByText('This account waits to be confirmed by whoever created it.', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText('No mail is sent from here.').waitFor();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const own = await app.open(anna);
  await visit(own, '/workers');
  await button(own, 'Confirm Wanda').click();
  await own.getByText('Wanda is confirmed.', { exact: true }).waitFor();
});
