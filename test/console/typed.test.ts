import assert from 'node:assert/strict';
import { it } from 'node:test';
import { waitFor } from '../support/wait.ts';
import { button, heading, missingBrowser, standsAt, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

it('keeps what was typed, and says what failed', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, project, object, report } = await lobby(app);
  const id = await report('A lamp is dark');
  const finish = async (...ops: string[]): Promise<void> => {
    for (const op of ops) await app.call(wanda, 'PATCH', `/tickets/${id}/${op}`);
  };
  await finish('take', 'start', 'done');
  const page = await app.open(anna);
  const dialog = page.getByRole('dialog');
  const sendBack = dialog.getByRole('button', { name: 'Send back' });
  const reason = page.getByLabel('Reason');

  await test.test('a reason is kept until the service has taken it', async () => {
    await page.goto(`${app.url}/app/tickets/${id}`);
    await button(page, 'Send back').click();
    await reason.fill('It is dark again');
    app.link.cut();
    await sendBack.click();
    await page.getByText('No answer from the service').waitFor();
    app.link.mend();
    await button(page, 'Send back').click();
    assert.equal(await reason.inputValue(), 'It is dark again');
    await sendBack.click();
    await standsAt(page, 'Sent back').waitFor();
    // The page shows the step before it is answered.
    await waitFor(async () => (await app.call(anna, 'GET', `/tickets/${id}`)).status === 'rejected');
    await finish('start', 'done');
    await button(page, 'Send back').click();
    assert.equal(await reason.inputValue(), '');
  });

  await test.test('a dialog stays when text is selected beyond its edge, and closes when it is pressed beside', async () => {
    await reason.fill('It is dark again');
    const box = await reason.boundingBox();
    assert(box);
    await page.mouse.move(box.x + 40, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 4 });
    await page.mouse.up();
    assert(await dialog.isVisible());
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
  });

  const template = { category: 'other', description: 'Look at the lamps', object_id: object, anchor_at: '2030-01-01T08:00:00Z' };
  const { id: rule } = await app.call(anna, 'POST', '/recurring', { ...template, period_days: 7 });
  const described = page.getByLabel('Describe it');

  await test.test('the changes of a rule are kept until they are saved', async () => {
    await page.goto(`${app.url}/app/rules/${rule}`);
    await button(page, 'Change').click();
    await described.fill('Look at all the lamps');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Change').click();
    assert.equal(await described.inputValue(), 'Look at all the lamps');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Look at all the lamps').waitFor();
    await button(page, 'Change').click();
    await described.fill('Look at the lamps twice');
    await page.keyboard.press('Escape');
  });

  await test.test('and not over what somebody else has changed meanwhile', async () => {
    await app.call(anna, 'PATCH', `/recurring/${rule}`, { description: 'Look at the lamps and the doors' });
    await page.reload();
    await button(page, 'Change').click();
    assert.equal(await described.inputValue(), 'Look at the lamps and the doors');
  });

  await test.test('an undo that fails is told: of a rule', async () => {
    await described.fill('Look at the doors');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    app.link.cut();
    await button(page, 'Undo').click();
    await page.locator('.notice.bad').waitFor();
    app.link.mend();
  });

  await test.test('an undo that fails is told: of a name', async () => {
    await page.goto(`${app.url}/app/projects/${project}`);
    await button(page, 'Change').first().click();
    await dialog.getByLabel('Name').fill('Spire');
    await button(page, 'Save').click();
    await heading(page, 'Spire').waitFor();
    app.link.cut();
    await button(page, 'Undo').click();
    await page.locator('.notice.bad').waitFor();
    app.link.mend();
  });
});
