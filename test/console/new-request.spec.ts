import { expect, test } from './fixtures.ts';
import { button, heading, lowerEdge, phone } from './page-helpers.ts';
import { countTaps } from './tap-counter.ts';

test('a request for a recent building is sent from a phone with four taps and without scrolling', async ({ app, lobby }) => {
  const { anna, project } = lobby;
  await app.call(anna, 'POST', `/projects/${project}/objects`, { name: 'Warehouse', address: 'Dock Road 1' });
  const page = await app.open(anna, phone);
  const send = async (description: string): Promise<number> => {
    const taps = await countTaps(page);
    await page.getByRole('link', { name: 'New request' }).last().click();
    await page.getByRole('button', { name: /Lobby/ }).click();
    await page.getByRole('radio', { name: 'Lift' }).check();
    await page.getByLabel("What's wrong?").fill(description);
    await button(page, 'Send request').click();
    await heading(page, description).waitFor();
    return taps();
  };
  await send('The lift stands still');
  await page.getByRole('link', { name: 'Home' }).last().click();

  await page.getByRole('link', { name: 'New request' }).last().click();
  await page.getByText('Recent', { exact: true }).waitFor();
  await expect(page.locator('.option-list button'), 'the other buildings wait behind a button').toHaveText([/Lobby/]);
  await button(page, 'All buildings').click();
  await expect(page.locator('.option-list button')).toHaveText([/Lobby/, /Warehouse/]);

  await page.getByRole('button', { name: /Lobby/ }).click();
  const submit = button(page, 'Send request');
  await expect(submit).toBeEnabled();
  await submit.press('Enter');
  await page.getByText('Add a category and a description').waitFor();
  await expect(submit).toHaveAccessibleDescription(/^Add a category/);
  await expect(page.getByRole('radio', { name: 'Electrical' }), 'the first of the categories').toBeFocused();
  await page.evaluate('scrollTo(0, 0)');
  const navigation = await page.locator('.bottom-nav').boundingBox();
  await expect.poll(() => lowerEdge(submit), 'the button is above the navigation').toBeLessThan(navigation?.y ?? 0);

  await button(page, 'Change').click();
  await page.getByRole('link', { name: 'Home' }).last().click();
  expect(await send('The lift stands still again')).toBeLessThanOrEqual(4);
});
