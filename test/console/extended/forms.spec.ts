import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, heading, phone, visit } from '../page-helpers.ts';

test('the draft of a change to an object is kept until somebody else changes the object', async ({ app, lobby }) => {
  const page = await app.open(lobby.anna, phone);
  const name = page.getByRole('dialog').getByRole('textbox').first();
  const edit = (object: string) =>
    page
      .locator('section[aria-labelledby=objects] li', { hasText: object })
      .getByRole('button', { name: new RegExp(`${object}$`) })
      .first();
  await visit(page, `/projects/${lobby.project}`);
  await edit('Lobby').click();
  await name.fill('Entrance');
  await page.keyboard.press('Escape');
  await edit('Lobby').click();
  await expect(name).toHaveValue('Entrance');
  await page.keyboard.press('Escape');
  await app.call(adminEmail, 'PATCH', `/objects/${lobby.object}`, { name: 'Hall' });
  await page.reload();
  await edit('Hall').click();
  await expect(name).toHaveValue('Hall');
});

test('the filters of the audit log stay open on a phone when the last one is cleared', async ({ app }) => {
  const page = await app.open(adminEmail, phone);
  await visit(page, '/audit?event=user_disabled');
  const event = page.locator('.filter-box select');
  await event.selectOption('');
  await page.waitForURL((url) => !url.searchParams.get('event'));
  await expect(page.locator('.filter-box')).toHaveJSProperty('open', true);
  await page.locator('.filter-box summary').click();
  await event.waitFor({ state: 'hidden' });
});

test('a date filter is not requested while its year is typed', async ({ app, lobby: { anna, report } }) => {
  await report('A lamp is dark');
  const page = await app.open(anna, { ...phone, timezoneId: 'Europe/Berlin' });
  await visit(page, '/tickets?priority=normal');
  await heading(page, /./).waitFor();
  const requested: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/ext/tickets' && searchParams.has('created_from')) requested.push(searchParams.get('created_from'));
  });
  await button(page, 'Created on').click();
  const from = page.getByLabel('Created from');
  await from.pressSequentially('02022024');
  await page.waitForURL(/date_from=2024-02-02/);
  await page.getByText('A lamp is dark').first().waitFor();
  expect([...new Set(requested)]).toEqual(['2024-02-01T23:00:00.000Z']);
});
