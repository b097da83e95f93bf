import assert from 'node:assert/strict';
import { it } from 'node:test';
import { button, missingBrowser, standsAt, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

it('keeps what was typed', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, report } = await lobby(app);
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
    await finish('start', 'done');
    await button(page, 'Send back').click();
    assert.equal(await reason.inputValue(), '');
  });
});
