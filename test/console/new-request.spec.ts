import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { button, chooseFiles, heading, lowerEdge, phone, visit } from './page-helpers.ts';
import { photoFile } from './pictures.ts';
import { countTaps } from './tap-counter.ts';

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

test('a request for a recent building is sent from a phone with four taps and without scrolling', async ({ app, lobby }) => {
  const { anna, project } = lobby;
  await app.call(anna, 'POST', `/projects/${project}/objects`, { name: 'Warehouse', address: 'Dock Road 1' });
  const page = await app.open(anna, phone);
  const send = async (description: string): Promise<number> => {
    const taps = await countTaps(page);
    await page.getByRole('link', { name: 'New request' }).last().click();
    await page.getByRole('button', { name: /Lobby/ }).click();
    await page.getByRole('radio', { name: 'Elevator' }).check();
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
  await expect(submit).toBeDisabled();
  await page.getByText('Add a category and a description').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  const navigation = await page.locator('.bottom-nav').boundingBox();
  await expect.poll(() => lowerEdge(submit), 'the button is above the navigation').toBeLessThan(navigation?.y ?? 0);

  await button(page, 'Change').click();
  await page.getByRole('link', { name: 'Home' }).last().click();
  expect(await send('The lift stands still again')).toBeLessThanOrEqual(4);
});

test('a request begins with a picture on a phone, which its worker sees beside the description', async ({ app, lobby }) => {
  const { anna, wanda } = lobby;
  const page = await app.open(anna, phone, '/tickets/new');
  expect((await chooseFiles(page, button(page, 'Take photo'), photoFile('leak.png'))).camera).toBe('environment');
  await page.getByRole('img', { name: 'Photo 1 of 1: leak.png' }).waitFor();
  await page.getByRole('button', { name: /Lobby/ }).click();
  await page.getByRole('radio', { name: 'Plumbing' }).check();
  await page.getByLabel("What's wrong?").fill('Water drips from the ceiling');
  await button(page, 'Send request').click();
  await heading(page, 'Water drips from the ceiling').waitFor();
  const pictureOn = (one: Page) =>
    one.getByRole('region', { name: 'Pictures of the report' }).getByRole('button', { name: 'Photo 1 of 1: leak.png' });
  await pictureOn(page).waitFor();
  const worker = await app.open(wanda, phone, `/tickets/${page.url().split('/').at(-1)}`);
  await pictureOn(worker).waitFor();
});
