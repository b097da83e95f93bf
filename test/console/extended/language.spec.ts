import { expect, test } from '../fixtures.ts';
import { login, visit } from '../page-helpers.ts';

// The language of the console is that of mails and messages.

test('the language chosen in the profile is stored in the account, and the console is shown in it', async ({
  app,
  lobby: { anna },
}) => {
  const page = await app.open(anna, {}, '/profile');
  const languageOfAccount = async () => (await app.call(anna, 'GET', '/ext/me')).language;
  expect(await languageOfAccount(), 'English needs no choice').toBe(null);
  const select = page.getByLabel('Language');
  await expect(select.locator('option')).toHaveText(['English', 'Deutsch', 'Polski']);
  await select.selectOption('pl');
  await page.getByRole('heading', { name: 'Wygląd' }).waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await expect.poll(languageOfAccount).toBe('pl');
  await page.getByLabel('Język').selectOption('en');
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await expect.poll(languageOfAccount).toBe('en');
});

test('a sign-in in another language than the stored one stores it', async ({ app, lobby: { anna } }) => {
  await login(await app.open(undefined, { locale: 'de-DE' }), anna);
  await expect.poll(async () => (await app.call(anna, 'GET', '/ext/me')).language).toBe('de');
});

test('dates and numbers are in the language of the console', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, { locale: 'pl-PL' }, '/profile');
  await page.getByText(/Konto od .*\d{4}/).waitFor();
  await page.route('**/tickets?*', (route) => route.fulfill({ json: { items: [], total: 12_345, limit: 20, offset: 0 } }));
  await visit(page, '/');
  await page.getByRole('link', { name: /^12\s345 Czekają na wykonawcę$/ }).waitFor();
  await visit(page, '/tickets');
  await page.getByRole('link', { name: /^Zamknięte 12\s345$/ }).waitFor();
});
