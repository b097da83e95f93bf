import { readFileSync } from 'node:fs';
import { allAppearances, auditPage } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, visit } from '../page-helpers.ts';

test('the list is exported as it is filtered, in both formats', async ({ app, lobby: { anna, project, report } }) => {
  const [kept, canceled] = [await report('The lift does not stop'), await report('A lamp is dark')];
  await app.call(anna, 'PATCH', `/tickets/${canceled}/cancel`, { reason: 'It works again' });
  const client = await app.open(anna, desktop);
  await visit(client, `/tickets?project_id=${project}&status=open`);
  const download = async (format: string) => {
    await client.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([client.waitForEvent('download'), client.getByRole('button', { name: format }).click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const csv = await download('CSV');
  expect(csv.name).toMatch(/^tickets-\d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('No.,Status,Category');
  expect(lines[1]).toMatch(new RegExp(`^${kept},New,.*The lift does not stop`));
  const excel = await download('Excel');
  expect(excel.name).toMatch(/\.xlsx$/);
  expect(excel.bytes.subarray(0, 2).toString()).toBe('PK');
  await expect(client.getByRole('dialog')).toBeHidden();
});

test('an export can be canceled, and an error of the service is shown', async ({ app, lobby: { anna, report } }) => {
  await report('The lift does not stop');
  const client = await app.open(anna, desktop);
  let isRefused = false;
  await client.route('**/ext/tickets.csv?*', async (route) => {
    if (isRefused) await route.fulfill({ status: 503, json: { error: 'too many requests are under way, try again later' } });
  });
  await visit(client, '/tickets');
  const start = async () => {
    await client.getByRole('button', { name: 'Export' }).click();
    await client.getByRole('button', { name: 'CSV' }).click();
  };
  await start();
  const dialog = client.getByRole('dialog', { name: 'Export' });
  await expect(dialog).toContainText('Preparing the file');
  expect(await auditPage(client, 'export', allAppearances)).toEqual([]);
  const failed = client.waitForEvent('requestfailed', (request) => request.url().includes('tickets.csv'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await failed;
  await expect(dialog).toBeHidden();
  isRefused = true;
  await start();
  await expect(dialog.getByRole('alert')).toBeVisible();
});

test('an export has the days and the words of the list', async ({ app, lobby: { anna, report } }) => {
  await report('The lift does not stop');
  await report('A lamp is dark');
  const client = await app.open(anna, desktop);
  await visit(client, '/tickets?date_from=2026-01-01&q=lamp');
  await button(client, 'Remove filter: Text: lamp').waitFor();
  await client.getByRole('button', { name: 'Export' }).click();
  const sent = client.waitForRequest('**/ext/tickets.csv?*');
  await client.getByRole('button', { name: 'CSV' }).click();
  const { searchParams } = new URL((await sent).url());
  expect(searchParams.get('q')).toBe('lamp');
  expect(Date.parse(String(searchParams.get('created_from')))).toBeLessThan(Date.parse('2026-01-02'));
});
