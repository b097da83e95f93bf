import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminEmail, missingBrowser, password, startConsole } from './browser.ts';

const inGerman: [error: string, shown: string][] = [
  ['name must NOT have fewer than 2 characters', '„Name“ ist zu kurz: mindestens 2 Zeichen.'],
  ['phone must NOT have more than 40 characters', '„Telefon“ ist zu lang: höchstens 40 Zeichen.'],
  ['role must be one of worker, client, admin', '„Rolle“ hat einen Wert, den es hier nicht gibt.'],
  ['something_new must be a positive integer', 'Eine Angabe ist keine ganze Zahl.'],
  ['password is required', '„Passwort“ fehlt.'],
  ['cannot take a ticket that is done', 'Das geht nicht mehr: Der Auftrag steht auf „Erledigt“.'],
  ['email already taken', 'Diese E-Mail ist schon vergeben.'],
];

it('says in the words of the form what the service refuses', { skip: missingBrowser }, async () => {
  const app = await startConsole();
  const page = await app.open(adminEmail, { locale: 'de-DE' });
  await page.goto(`${app.url}/app/users`);
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
  assert.equal(await dialog.getByRole('alert').count(), 1);
});
