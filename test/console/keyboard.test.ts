import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { adminEmail, heading, missingBrowser, password, standsAt, startConsole } from './browser.ts';
import { photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

// What holds the focus, by the name that is read out.
const focused = `(() => {
  const { activeElement: element } = document;
  const label = element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
  return (label || element.querySelector('img')?.alt || '').trim();
})()`;

/** Goes on with Tab until this has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate<string>(focused);
    if (typeof name === 'string' ? label === name : name.test(label)) return;
    seen.push(label.slice(0, 30));
  }
  assert.fail(`the keyboard does not come to ${name}; it came to ${seen.join(' | ')}`);
}

/** Playwright's own waiting evaluates texts in the page, which the console's policy forbids. */
async function focusComesTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 100 && (await page.evaluate(focused)) !== name; i++) await sleep(50);
  assert.equal(await page.evaluate(focused), name);
}

const holds = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`document.activeElement.closest(${JSON.stringify(selector)}) !== null`);

it('is used without a mouse', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, report } = await lobby(app);
  const id = await report('A lamp is dark');
  for (const op of ['take', 'start']) await app.call(wanda, 'PATCH', `/tickets/${id}/${op}`);
  await app.addPhoto(wanda, id, photoFile('lamp.png'));
  await app.call(wanda, 'PATCH', `/tickets/${id}/done`);
  const page = await app.open();
  const press = (key: string) => page.keyboard.press(key);

  await test.test('from the login to a ticket', async () => {
    await page.getByLabel('E-mail').waitFor();
    await tabTo(page, 'E-mail');
    await page.keyboard.type(anna);
    await tabTo(page, 'Password');
    await page.keyboard.type(password);
    await press('Enter');
    await heading(page, 'Home').waitFor();
    await page.getByRole('link', { name: 'Lobby' }).waitFor();
    await tabTo(page, 'Lobby');
    const ring = await page.evaluate<string>("getComputedStyle(document.querySelector('.card')).outlineStyle");
    assert.equal(ring, 'solid', 'the card shows that it has the focus');
    await press('Enter');
    await heading(page, 'Something else, Lobby').waitFor();
    await focusComesTo(page, 'Something else, Lobby');
  });

  await test.test('a dialog takes the focus, keeps it, and gives it back', async () => {
    await tabTo(page, 'Send back');
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.evaluate(focused), 'Reason', 'one can write at once');
    for (let i = 0; i < 12; i++) {
      await press('Tab');
      const { isInside, isPage } = await page.evaluate<{ isInside: boolean; isPage: boolean }>(
        "({ isInside: document.activeElement.closest('dialog') !== null, isPage: document.activeElement === document.body })",
      );
      assert(isInside || isPage, 'the page behind it is out of reach');
    }
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(focused), 'Send back');
    await press('Enter');
    await page.keyboard.type('It is dark again');
    await tabTo(page, 'Send back');
    await press('Enter');
    await standsAt(page, 'Sent back').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focusComesTo(page, 'Sent back'); // not lost with the button that is gone
  });

  await test.test('a photo opens, zooms and closes', async () => {
    await tabTo(page, /^Photo 1 of 1/);
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Zoom');
    await press('Space');
    await page.locator('.picture-frame.zoomed').waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(await page.evaluate<string>(focused), /^Photo 1 of 1/);
  });

  await test.test('the first Tab leads past the menu', async () => {
    await page.goto(`${app.url}/app/projects`);
    await page.getByRole('link', { name: 'Tower' }).waitFor();
    await press('Tab');
    assert.equal(await page.evaluate(focused), 'Skip to the content');
    await press('Enter');
    await tabTo(page, 'New project');
    assert(await holds(page, '#content'));
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.evaluate(focused), 'Name');
    await press('Escape');
    assert.equal(await page.evaluate(focused), 'New project');
  });

  await test.test('the list of an admin opens a ticket beside it and closes it again', async () => {
    const admin = await app.open(adminEmail, { viewport: { width: 1440, height: 900 } });
    await admin.goto(`${app.url}/app/tickets`);
    await admin.getByRole('link', { name: 'A lamp is dark' }).waitFor();
    await tabTo(admin, 'A lamp is dark');
    await admin.keyboard.press('Enter');
    const drawer = admin.getByRole('region', { name: `Request ${id}` });
    await drawer.waitFor();
    await focusComesTo(admin, 'Something else, Lobby');
    await admin.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    assert.equal(await admin.evaluate(focused), 'A lamp is dark');
    await admin.context().close();
  });

  await test.test('nothing moves for whoever wants it still', async () => {
    await page.goto(`${app.url}/app/`);
    await page.getByRole('link', { name: 'New request' }).waitFor();
    const moving = await page.evaluate<string[]>(`[...document.querySelectorAll('*')]
      .filter((element) => ['transitionDuration', 'animationDuration'].some((part) => parseFloat(getComputedStyle(element)[part]) > 0
        && getComputedStyle(element)[part.replace('Duration', part === 'transitionDuration' ? 'Property' : 'Name')] !== 'none'))
      .map((element) => element.className)`);
    assert.deepEqual(moving, []);
  });
});
