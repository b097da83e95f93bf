import { expect, test } from './fixtures.ts';
import { button, heading, visit } from './page-helpers.ts';

test('New request takes the object that a link names, until another one is chosen', async ({ app, lobby: { anna } }) => {
  const { id: project } = await app.call(anna, 'POST', '/projects', { name: 'Harbour' });
  const place = { name: 'Warehouse', address: 'Dock Road 1' };
  await app.call(anna, 'POST', `/projects/${project}/objects`, place);
  const page = await app.open(anna);
  const selected = page.locator('.picker-selection');

  await test.step('the object of the link replaces the one of the draft, and the text stays', async () => {
    await visit(page, '/tickets/new');
    await page.getByRole('button', { name: /Lobby/ }).click();
    await page.getByLabel("What's wrong?").fill('The lamp is dark');
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: 'Harbour' }).click();
    await heading(page, 'Harbour').waitFor();
    await page.getByRole('link', { name: 'New request' }).click();
    await selected.getByText('Warehouse').waitFor();
    await expect(page.getByLabel("What's wrong?")).toHaveValue('The lamp is dark');
    await page.waitForURL(/tickets\/new$/);
  });

  await test.step('an object that is chosen afterwards outlives a reload', async () => {
    await button(page, 'Change').click();
    await page.getByRole('button', { name: /Lobby/ }).click();
    await selected.getByText('Lobby').waitFor();
    await page.reload();
    await expect(selected).toContainText('Lobby');
  });
});
