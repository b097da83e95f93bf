import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, download, heading, phone, visit } from '../page-helpers.ts';

const csv = (text: string | Buffer, name = 'file.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const choose = (page: Page, file: ReturnType<typeof csv>) => page.locator('input[type=file]').setInputFiles(file);
const status = (page: Page) => page.getByRole('main').getByRole('alert');
const people = (prefix: string, count: number): string =>
  ['name,email', ...Array.from({ length: count }, (_, n) => `Person ${n},${prefix}${n}@example.com`)].join('\n');
let files = 0;
/** Addresses that no other test has. */
const unique = (): string => `import${Date.now()}-${files++}-`;

test('a file is corrected in its table and imported, on a phone', async ({ app }) => {
  const id = unique();
  const page = await app.open(adminEmail, phone, '/users');
  await page.getByRole('link', { name: 'Import…' }).click();
  await heading(page, 'Import workers').waitFor();
  const rows = [
    'Phone;NAME;Email',
    `+49 30 1;J\xfcrgen Wei\xdf;${id}a@example.com`,
    `;Max;no address`,
    `;Max again;${id}A@example.com;too;much`,
    '',
  ];
  await choose(page, csv(Buffer.from(rows.join('\r\n'), 'latin1'), 'Handwerker.csv'));
  await page.getByText('Handwerker.csv, 3 rows').waitFor();
  await expect(page.getByRole('textbox').first()).toHaveValue('Jürgen Weiß');
  await button(page, 'Check').click();
  await expect(status(page)).toHaveText('2 rows cannot be imported. Nothing was imported.');
  const wrong = page.getByRole('textbox').nth(4);
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toHaveAccessibleDescription('“Email” is not a valid email address.');
  await wrong.fill(`${id}b@example.com`);
  await expect(wrong).not.toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Next error').click();
  await expect(page.getByRole('textbox').nth(8)).toBeFocused();
  await page.getByText('Too many values: too, much').waitFor();
  await button(page, 'Remove them').click();
  await button(page, 'Import 3 rows').click();
  await expect(page.getByRole('textbox').nth(7)).toHaveAccessibleDescription('The same as in row 2.');
  await button(page, 'Remove row 4').click();
  await button(page, 'Add row').click();
  await expect(page.getByRole('textbox').nth(6)).toBeFocused();
  await page.keyboard.type('Zoë');
  await page.getByRole('textbox').nth(7).fill(`${id}c@example.com`);
  await button(page, 'Check').click();
  await page.getByText('All 3 rows can be imported.').waitFor();
  await button(page, 'Import 3 rows').click();
  await expect(page.getByRole('heading', { name: '3 workers imported' })).toBeFocused();
  await page.getByText('This server sends no email').waitFor();
  const { items } = await app.call(adminEmail, 'GET', `/users?role=worker&q=${id}`);
  expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['Jürgen Weiß', 'Max', 'Zoë']);
});

test('a client imports buildings from the sample file', async ({ app, lobby: { anna, project } }) => {
  const page = await app.open(anna, { ...desktop, locale: 'de-DE' }, `/projects/${project}`);
  await page.getByRole('link', { name: 'Importieren …' }).click();
  const text = String((await download(page, button(page, 'Beispieldatei herunterladen'))).bytes);
  expect(text, 'the separator of the language').toMatch(/^\ufeff"project";"name";"address";"reference"\r\n"Tower";/);
  await choose(page, csv(`${text}Tower;Haus 3;Hauptstraße 1\r\n`));
  await button(page, '3 Zeilen importieren').click();
  await page.getByRole('heading', { name: '3 Gebäude importiert' }).waitFor();
  expect((await app.call(anna, 'GET', `/projects/${project}/objects`)).total).toBe(4);
});

test('the table stays without a connection, and an import whose answer was lost and forgotten is not repeated', async ({
  app,
}) => {
  const page = await app.open(adminEmail, desktop, '/import/workers');
  await choose(page, csv(people(unique(), 2)));
  const lose = async (isSent: boolean) =>
    page.route(
      '**/ext/import/workers?dry_run=false',
      async (route) => {
        // With another key, as when the service has forgotten the one of the console.
        const headers = { ...route.request().headers(), 'idempotency-key': crypto.randomUUID() };
        if (isSent) await route.fetch({ headers });
        await route.abort();
      },
      { times: 1 },
    );
  await lose(true);
  await button(page, 'Import 2 rows').dblclick();
  await expect(status(page)).toHaveText(/^No response\. The rows may have been imported\./);
  await expect(page.getByRole('textbox').first()).toHaveValue('Person 0');
  await button(page, 'Import 2 rows').click();
  await expect(status(page)).toHaveText('All of these rows exist now: the import whose response got lost has succeeded.');
  await expect(page.getByRole('textbox').nth(1)).toHaveAccessibleDescription('This email address is already in use.');
  await button(page, 'Close table').click();
  await choose(page, csv(people(unique(), 2)));
  await lose(false);
  await button(page, 'Import 2 rows').click();
  await status(page).waitFor();
  await button(page, 'Import 2 rows').click();
  await page.getByRole('heading', { name: '2 workers imported' }).waitFor();
});

test('the table of 2000 rows is paged, finds its errors on each page, and survives a visit of another page', async ({ app }) => {
  const page = await app.open(adminEmail, desktop, '/import/workers');
  const wrong = [61, 1_235].map((row) => ({ row, ok: false, error: 'email must be a valid email', column: 'email' }));
  const refusal = { status: 400, json: { error: '2 of 2000 rows cannot be imported', rows: wrong } };
  await page.route('**/ext/import/workers?dry_run=true', (route) => route.fulfill(refusal));
  await choose(page, csv(people('large', 2_000)));
  await page.getByText('1–50 of 2,000').waitFor();
  await expect(page.getByRole('row')).toHaveCount(51);
  await expect(button(page, 'Add row')).toBeDisabled();
  await button(page, 'Check').click();
  await expect(page.getByLabel('Email, row 61')).toBeFocused();
  await button(page, 'Next error').click();
  await expect(page.getByLabel('Email, row 1235')).toBeFocused();
  await button(page, 'Next error').click();
  await expect(page.getByLabel('Email, row 61')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await visit(page, '/users');
  await heading(page, 'Users').waitFor();
  await visit(page, '/import/workers');
  await button(page, 'Next page').click();
  await expect(page.getByLabel('Email, row 61')).toHaveValue('large59@example.com!');
  const isPrevented = await page.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
  expect(isPrevented).toBe(true);
  await button(page, 'Choose another file').click();
  await button(page, 'Undo').click();
  await page.getByText('file.csv, 2,000 rows').waitFor();
  await button(page, 'Choose another file').click();
  await button(page, 'Choose file').waitFor();
});

test('what is in the columns of a file whose headings are not known is chosen by hand', async ({
  app,
  lobby: { anna, project },
}) => {
  const page = await app.open(anna, phone, '/import/objects');
  await choose(page, csv('sep=;\r\nProjekt;Gebäude;Straße;Bemerkung\r\nTower;Haus 3;Hauptstraße 1;Hund\r\n'));
  await expect(status(page)).toHaveText('The column “Straße” of the file is not known.');
  const columns = page.getByRole('region', { name: 'Columns of the file' });
  await expect(columns.getByRole('combobox', { name: 'Name' })).toHaveValue('1');
  await button(page, 'Show rows').click();
  await expect(button(page, 'Show rows')).toHaveAccessibleDescription('Fill in: Address.');
  await columns.getByRole('combobox', { name: 'Address' }).selectOption('Straße');
  await columns.getByText('For example: Hauptstraße 1').waitFor();
  await columns.getByText('Left out: Bemerkung').waitFor();
  await button(page, 'Show rows').click();
  await button(page, 'Import 1 row').click();
  await page.getByRole('heading', { name: '1 building imported' }).waitFor();
  const { items } = await app.call(anna, 'GET', `/projects/${project}/objects`);
  expect(items.map(({ name, address }: Record<string, string>) => [name, address])).toContainEqual(['Haus 3', 'Hauptstraße 1']);
});

test('a file that cannot be read is refused with the reason, and one can be dropped', async ({ app, lobby: { anna } }) => {
  const page = await app.open(anna, desktop, '/import/workers');
  await choose(page, csv('name,phone\nMax,1'));
  await expect(status(page)).toHaveText(/column “Email” is missing/);
  await button(page, 'Cancel').click();
  await choose(page, csv('x'.repeat(1024 * 1024 + 1)));
  await expect(status(page)).toHaveText(/larger than 1 MB/);
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['name,email\\nMax,max'], 'dropped.csv'));
    return data;
  })()`);
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: data });
  await page.getByText('dropped.csv, 1 row').waitFor();
});
