import { card, cards, reason, test, worker, workerOf } from './board-helpers.ts';
import { adminEmail } from './console-service.ts';
import { expect } from './fixtures.ts';
import { bulkResult, button, desktop, moveUndoMs } from './page-helpers.ts';
import { countTaps } from './tap-counter.ts';

// In one worker, with one service.
test.describe.configure({ mode: 'default' });

test('the board shows what needs attention and its columns in order, without a tap', async ({ app, lobby }) => {
  const { report } = lobby;
  const walter = await lobby.addWorker('Walter');
  const oldest = await report(`The oldest lamp is dark, and ${'it hums, '.repeat(30)}`);
  await report('A newer lamp is dark');
  const urgent = await report('Water drips from the ceiling');
  await app.backdate(oldest, '50 hours');
  await app.backdate(urgent, '2 hours');
  await app.query(`update tickets set priority = 'high' where id = $1`, [urgent]);
  const stranded = await report('Its worker is disabled');
  await app.transition(walter, stranded, 'take');
  await app.call(adminEmail, 'PATCH', `/users/${await app.idOf(walter)}`, { is_active: false });
  const admin = await app.open(adminEmail, desktop);
  const taps = await countTaps(admin);
  await expect(card(admin, 'Water drips')).toContainText('Unassigned');
  await expect(card(admin, 'Its worker is disabled')).toContainText('Worker disabled');
  await expect(reason(admin, /Unassigned 1/)).toBeVisible();
  await expect(card(admin, 'Water drips').getByText('High priority')).toHaveCount(1);
  await expect(cards(admin, 'New')).toHaveText([/Water drips/, /The oldest lamp/, /A newer lamp/]);
  await expect(cards(admin, 'Assigned')).toHaveText([/Its worker is disabled/]);
  await expect(card(admin, 'The oldest').locator('.age')).toHaveText('2d');
  await expect(card(admin, 'The oldest').locator('.age')).toHaveClass(/warning/);
  await expect(worker(admin, 'Walter').locator('.avatar')).toHaveClass(/disabled/);
  const heights = await admin.locator('.board-card').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(120);
  expect(await taps()).toBe(0);
});

test('five requests are assigned in four clicks', async ({ app, lobby: { report } }) => {
  const ids: number[] = [];
  for (let i = 1; i <= 5; i++) ids.push(await report(`Lamp ${i} is dark`));
  const admin = await app.openWithClock(adminEmail, desktop);
  await expect(cards(admin, 'New')).toHaveCount(5);
  const taps = await countTaps(admin);
  await card(admin, 'Lamp 1').hover();
  await card(admin, 'Lamp 1').getByRole('checkbox').click();
  await card(admin, 'Lamp 5').hover();
  await card(admin, 'Lamp 5')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await admin.getByText('5 selected').waitFor();
  await button(admin, 'Assign to…').click();
  await admin.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await bulkResult(admin).getByText('5 requests assigned to Wanda.').waitFor();
  await admin.clock.runFor(moveUndoMs);
  for (const id of ids) await expect.poll(() => workerOf(app, id)).toBe('Wanda');
  expect(await taps()).toBe(4);
  await expect(admin.locator('.selection-bar')).toHaveCount(0);
});
