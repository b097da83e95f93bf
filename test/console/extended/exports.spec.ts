import type { Page } from '@playwright/test';
import { pdfPages } from '../../../testing/pdf-text.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, download, visit } from '../page-helpers.ts';

test('the list is exported as it is filtered, in both formats', async ({ app, lobby: { anna, project, report } }) => {
  const [kept, canceled] = [await report('The lift does not stop'), await report('Another lift rattles')];
  await app.call(anna, 'PATCH', `/tickets/${canceled}/cancel`, { reason: 'It works again' });
  const client = await app.open(anna, desktop, `/tickets?project_id=${project}&status=open&date_from=2026-01-01&q=lift`);
  await button(client, 'Remove filter: Text: lift').waitFor();
  const exportAs = async (format: string) => {
    await client.getByRole('button', { name: 'Export' }).click();
    await expect(client.getByRole('dialog'), 'how many the file has').toContainText(/^1 request/);
    return download(client, client.getByRole('button', { name: format }));
  };
  const csv = await exportAs('CSV');
  expect(csv.name).toMatch(/^tickets-\d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('No.,Status,Category');
  expect(lines[1]).toMatch(new RegExp(`^${kept},New,.*The lift does not stop`));
  const excel = await exportAs('Excel');
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
  const failed = client.waitForEvent('requestfailed', (request) => request.url().includes('tickets.csv'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await failed;
  await expect(dialog).toBeHidden();
  isRefused = true;
  await start();
  await expect(dialog.getByRole('alert')).toBeVisible();
});

async function downloadReport(page: Page, name = 'Download PDF'): Promise<{ name: string; text: string }> {
  const file = await download(page, button(page, name));
  return { name: file.name, text: (await pdfPages(file.bytes)).join('\n') };
}

test('a report is downloaded in the language and time zone of the device', async ({ app, lobby: { anna, report } }) => {
  const id = await report('The lift does not stop');
  const page = await app.open(anna, { ...desktop, timezoneId: 'Asia/Tokyo' }, `/tickets/${id}`);
  const { name, text } = await downloadReport(page);
  expect(name).toBe(`ticket-${id}.pdf`);
  for (const part of [`Request #${id}`, 'The lift does not stop', 'Asia/Tokyo']) expect(text).toContain(part);
  await page.evaluate(`localStorage.setItem('callout.language', 'de')`);
  await page.reload();
  const failure = { status: 503, json: { error: 'too many requests are under way, try again later' } };
  await page.route('**/report.pdf?*', (route) => route.fulfill(failure), { times: 1 });
  await button(page, 'PDF herunterladen').click();
  await expect(page.locator('.report-button').getByRole('alert')).toBeVisible();
  expect((await downloadReport(page, 'PDF herunterladen')).text).toContain(`Auftrag #${id}`);
  await expect(page.locator('.report-button').getByRole('alert')).toBeHidden();
});

test('dark pages are printed black on white without buttons', async ({ app, lobby: { anna, project, report } }) => {
  const id = await report('The lift does not stop');
  const page = await app.open(anna, { ...desktop, colorScheme: 'dark' });
  for (const [path, role] of [
    [`/tickets/${id}`, 'heading'],
    [`/tickets?project_id=${project}`, 'link'],
  ] as const) {
    await visit(page, path);
    await page.getByRole(role, { name: 'The lift does not stop' }).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['nav', 'button', 'input', 'textarea']) {
      await expect(page.locator(`${hidden}:visible`), `${hidden} in ${path}`).toHaveCount(0);
    }
    const title = page.getByText('The lift does not stop').first();
    await expect(title).toBeVisible();
    await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    const printed = (await pdfPages(await page.pdf({ format: 'A4' }))).join('\n');
    expect(printed).toContain('The lift does not stop');
    expect(printed).not.toMatch(/https?:/);
    await page.emulateMedia({ media: 'screen' });
  }
});
