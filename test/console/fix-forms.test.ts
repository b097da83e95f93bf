import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminEmail, heading, missingBrowser, phone, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

it('console forms', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, project, object, report } = await lobby(app);
  await report('A lamp is dark');
  const page = await app.open(anna, phone);

  await test.test('the draft of a change to an object is kept until somebody else changes the object', async () => {
    const name = page.getByRole('dialog').getByRole('textbox').first();
    const edit = (of: string) =>
      page
        .locator('section[aria-labelledby=objects] li', { hasText: of })
        .getByRole('button', { name: new RegExp(`${of}$`) })
        .first();
    await page.goto(`${app.url}/app/projects/${project}`);
    await edit('Lobby').click();
    await name.fill('Entrance');
    await page.keyboard.press('Escape');
    await edit('Lobby').click();
    assert.equal(await name.inputValue(), 'Entrance');
    await page.keyboard.press('Escape');
    await app.call(adminEmail, 'PATCH', `/objects/${object}`, { name: 'Hall' });
    await page.reload();
    await edit('Hall').click();
    assert.equal(await name.inputValue(), 'Hall');
    await page.keyboard.press('Escape');
  });

  await test.test('the filters stay open on a phone when the last one is cleared', async () => {
    await page.goto(`${app.url}/app/tickets?priority=low`);
    const priority = page.locator('.filter-box select').nth(2);
    await priority.waitFor();
    await priority.selectOption('');
    await page.getByText('A lamp is dark').first().waitFor();
    assert.equal(await page.locator('.filter-box').getAttribute('open'), '');
    await page.locator('.filter-box summary').click();
    await priority.waitFor({ state: 'hidden' });
  });

  await test.test('a year that is being typed is not asked for', async () => {
    await page.goto(`${app.url}/app/tickets?priority=normal`);
    await heading(page, /./).waitFor();
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/tickets' && searchParams.has('date_from')) asked.push(searchParams.get('date_from'));
    });
    const from = page.locator('.filter-box input[type=date]').first();
    await from.pressSequentially('02022024');
    await page.waitForURL(/date_from=2024-02-02/);
    await page.getByText('A lamp is dark').first().waitFor();
    assert.deepEqual([...new Set(asked)], ['2024-02-02']);
  });
});
