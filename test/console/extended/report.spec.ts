import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { pdfPages } from '../../../testing/pdf-text.ts';
import { allAppearances, auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { desktop, phone, visit } from '../page-helpers.ts';

async function downloadReport(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  const bytes = readFileSync(await file.path());
  return { name: file.suggestedFilename(), text: (await pdfPages(bytes)).join('\n') };
}

test('every role downloads the report of a request as a PDF', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('The lift does not stop');
  for (const who of [anna, wanda, adminEmail]) {
    const page = await app.open(who, desktop);
    await visit(page, `/tickets/${id}`);
    const { name, text } = await downloadReport(page, 'Download PDF');
    expect(name).toBe(`ticket-${id}.pdf`);
    expect(text).toContain(`Request #${id}`);
    expect(text).toContain('The lift does not stop');
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeEnabled();
  }
});

test('the report has the language of the console and the time zone of the device', async ({ app, lobby: { anna, report } }) => {
  const id = await report('Aufzug hält nicht');
  const page = await app.open(anna, { ...desktop, locale: 'de-DE', timezoneId: 'Asia/Tokyo' });
  await visit(page, `/tickets/${id}`);
  const { text } = await downloadReport(page, 'PDF herunterladen');
  expect(text).toContain(`Auftrag #${id}`);
  expect(text).toContain('Asia/Tokyo');
});

test('an error of the service is shown below the button', async ({ app, lobby: { anna, report } }) => {
  const page = await app.open(anna, desktop);
  await visit(page, `/tickets/${await report('The lift does not stop')}`);
  await page.route('**/report.pdf?*', (route) =>
    route.fulfill({ status: 503, json: { error: 'too many requests are under way, try again later' } }),
  );
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.locator('.report-button').getByRole('alert')).toBeVisible();
  expect(await auditPage(page, 'report', allAppearances)).toEqual([]);
  await page.unroute('**/report.pdf?*');
  await downloadReport(page, 'Download PDF');
  await expect(page.locator('.report-button').getByRole('alert')).toBeHidden();
});

for (const look of [
  { name: 'a wide dark window', options: { ...desktop, colorScheme: 'dark' as const } },
  { name: 'a phone', options: phone },
])
  test(`pages of ${look.name} are printed black on white without navigation and buttons`, async ({
    app,
    lobby: { anna, project, report },
  }) => {
    const id = await report('The lift does not stop');
    const page = await app.open(anna, look.options);
    for (const path of [`/tickets/${id}`, `/tickets?project_id=${project}`]) {
      await visit(page, path);
      await page.getByText('The lift does not stop').first().waitFor();
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
