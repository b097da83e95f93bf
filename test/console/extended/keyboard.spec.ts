import type { Page } from '@playwright/test';
import { password } from '../console-service.ts';
import { test as base, expect } from '../fixtures.ts';
import { focusedName, hasFocus, tabTo } from '../keyboard-helpers.ts';
import { currentStatus, heading, visit } from '../page-helpers.ts';

// The console without a mouse.

/** A ticket that is done. */
const test = base.extend<{ id: number; page: Page }>({
  id: async ({ app, begun, lobby: { wanda } }, use) => {
    await app.transition(wanda, begun, 'done');
    await use(begun);
  },
  page: async ({ app, id, lobby: { anna } }, use) => {
    const page = await app.open(anna, {}, `/tickets/${id}`);
    await heading(page, 'A lamp is dark').waitFor();
    await use(page);
  },
});

test('Tab and Enter lead from the sign-in to a ticket', async ({ app, id, lobby: { anna } }) => {
  const page = await app.open();
  await page.getByLabel('Email').waitFor();
  await tabTo(page, 'Email');
  await page.keyboard.type(anna);
  await tabTo(page, 'Password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await heading(page, 'Home').waitFor();
  await page.getByRole('link', { name: 'A lamp is dark' }).waitFor();
  await tabTo(page, 'A lamp is dark');
  await expect(page.locator('.card').first(), 'the focused card has an outline').toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/tickets/${id}$`));
  await heading(page, 'A lamp is dark').waitFor();
  await hasFocus(page, 'A lamp is dark');
});

test('a dialog takes the focus, keeps it and returns it', async ({ page }) => {
  await tabTo(page, 'Request rework');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await hasFocus(page, 'Reason');
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    const isInside = "document.activeElement.closest('dialog') !== null || document.activeElement === document.body";
    expect(await page.evaluate(isInside), 'the page behind the dialog cannot be focused').toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hasFocus(page, 'Request rework');
  await page.keyboard.press('Enter');
  await hasFocus(page, 'Reason');
  await page.keyboard.type('It is dark again');
  await tabTo(page, 'Request rework');
  await page.keyboard.press('Enter');
  await currentStatus(page, 'Needs rework').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toMatch(/^Needs rework/); // the button that opened the dialog is gone
});

test('the first Tab of a page reaches the link past the menu', async ({ app, page }) => {
  await page.goto(`${app.url}/app/projects`);
  await page.getByRole('link', { name: 'Tower' }).waitFor();
  await page.keyboard.press('Tab');
  await hasFocus(page, 'Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(page, 'New project');
  await expect(page.locator('#content').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await hasFocus(page, 'Name');
  await page.keyboard.press('Escape');
  await hasFocus(page, 'New project');
});

test('nothing is animated for people who prefer reduced motion', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('link', { name: 'New request' }).waitFor();
  const animated = await page.evaluate<string[]>(`[...document.querySelectorAll('*')]
    .filter((element) => ['transitionDuration', 'animationDuration'].some((part) => parseFloat(getComputedStyle(element)[part]) > 0
      && getComputedStyle(element)[part.replace('Duration', part === 'transitionDuration' ? 'Property' : 'Name')] !== 'none'))
    .map((element) => element.className)`);
  expect(animated).toEqual([]);
});
