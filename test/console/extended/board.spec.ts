import { card, cards, lane, reason, test, worker, workerOf } from '../board-helpers.ts';
import { adminEmail } from '../console-service.ts';
import { expect } from '../fixtures.ts';
import { bulkResult, button, desktop, heading, moveUndoMs, phone, stopClock, visit } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

// In one worker, with one service.
test.describe.configure({ mode: 'default' });

test('the board shows all workers on a phone by name, without a tap', async ({ app, lobby }) => {
  const walter = await lobby.addWorker('Walter');
  await app.transition(walter, await lobby.report('A door sticks'), 'take');
  for (let lamp = 1; lamp <= 3; lamp++) await lobby.report(`Lamp ${lamp} is dark`, 'take');
  for (const name of ['Aaron', 'Berta', 'Carl', 'Dora', 'Emil', 'Frida', 'Gustav', 'Hanna']) await app.account(name, 'worker');
  const admin = await app.open(adminEmail, phone);
  const taps = await countTaps(admin);
  const workload = admin.locator('.workload');
  const workers = workload.getByRole('link');
  await expect(workers).toHaveCount(10);
  await expect(workers.nth(8)).toHaveAccessibleName('Walter 1');
  await expect(workers.nth(9)).toHaveAccessibleName('Wanda 3');
  await expect(workers.first()).toBeInViewport({ ratio: 1 });
  for (const worker of await workers.all()) {
    const box = await worker.boundingBox();
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  expect(await workload.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
  expect(await taps()).toBe(0);
});

test('what needs attention is on the board, though its column shows older requests only, and each reason filters', async ({
  app,
  lobby,
}) => {
  const { wanda, report } = lobby;
  const walter = await lobby.addWorker('Walter');
  await app.copyTicket(await report('Ordinary', 'take'), 50);
  const stranded = await report('Its worker is disabled');
  await app.transition(walter, stranded, 'take');
  const back = await report('The key is missing', 'take');
  await app.call(wanda, 'POST', `/ext/tickets/${back}/hand-back`, { reason: 'No key for the roof' });
  await app.call(adminEmail, 'PATCH', `/users/${await app.idOf(walter)}`, { is_active: false });
  const admin = await app.open(adminEmail, desktop);
  await expect(card(admin, 'Its worker is disabled')).toContainText('Worker disabled');
  await expect(card(admin, 'The key is missing')).toContainText('Handed back');
  await expect(lane(admin, 'Assigned').getByRole('heading', { name: 'Assigned 53' })).toBeVisible();
  for (const [name, title] of [
    [/Worker disabled 1/, 'Its worker is disabled'],
    [/Handed back 1/, 'The key is missing'],
  ] as const) {
    await reason(admin, name).click();
    await expect(admin.locator('.board-card')).toHaveText([new RegExp(title)]);
    await expect(admin.getByRole('heading', { name: 'Assigned 1' })).toBeVisible();
    await reason(admin, name).click();
  }
  await admin.getByRole('heading', { name: 'Assigned 53' }).getByRole('link').click();
  await expect(admin.getByRole('status').filter({ hasText: /53/ }).or(admin.getByText(/of 53/))).not.toHaveCount(0);
});

test('a card of the board opens its ticket in the drawer, and Close returns to the card', async ({ app, lobby }) => {
  const id = await lobby.report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  await admin.locator('.workload').getByRole('link').first().waitFor();
  await card(admin, 'A lamp is dark').click();
  const drawer = admin.locator('.drawer');
  await drawer.getByText(`Request #${id}`).first().waitFor();
  await heading(admin, 'Board').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  await expect(card(admin, 'A lamp is dark').getByRole('link')).toBeFocused();
  await visit(admin, `/?open=${id}`);
  await drawer.getByText(`Request #${id}`).first().waitFor();
});

test('the empty place of the worker assigns by keyboard, those with the least work first', async ({ app, lobby }) => {
  const { wanda, report } = lobby;
  await lobby.addWorker('Walter');
  await app.transition(wanda, await report('Another lamp is dark'), 'take', 'start');
  const id = await report('A lamp is dark');
  const admin = await app.openWithClock(adminEmail, desktop);
  await button(admin, `Assign request #${id}`).focus();
  await admin.keyboard.press('Enter');
  const names = admin.getByRole('dialog').locator('.option-list button');
  await expect(names).toHaveText([/Walter0 open/, /Wanda1 open · 1 in progress/]);
  await admin.keyboard.type('wan');
  await expect(names).toHaveCount(1);
  await stopClock(admin);
  await admin.keyboard.press('Enter');
  await admin.getByText('Assigned to Wanda.').waitFor();
  await button(admin, 'View').click(); // the undo is gone with it
  await admin.clock.runFor(moveUndoMs);
  await expect.poll(() => workerOf(app, id)).toBe('Wanda');
  await heading(admin, 'A lamp is dark').waitFor();
});

test('a dragged card moves at once, is sent when its undo has passed, and returns with Ctrl+Z', async ({ app, lobby }) => {
  const id = await lobby.report('A lamp is dark');
  await lobby.report('A door sticks', 'take');
  const admin = await app.openWithClock(adminEmail, desktop);
  await worker(admin, 'Wanda').waitFor();
  await card(admin, 'A lamp is dark').waitFor();
  await stopClock(admin);
  await card(admin, 'A lamp is dark').dragTo(worker(admin, 'Wanda'));
  await expect(cards(admin, 'Assigned')).toHaveText([/A door sticks/, /A lamp is dark/]);
  await expect(lane(admin, 'New').getByRole('heading', { name: 'New 0' })).toBeVisible();
  expect(await workerOf(app, id), 'nobody is notified as long as it can be undone').toBeUndefined();
  await admin.keyboard.press('Control+z');
  await expect(cards(admin, 'New')).toHaveText([/A lamp is dark/]);
  await expect(admin.locator('.toast')).toHaveCount(0);
  await card(admin, 'A lamp is dark').dragTo(worker(admin, 'Wanda'));
  await expect(cards(admin, 'Assigned')).toHaveCount(2);
  await admin.clock.runFor(moveUndoMs);
  await expect.poll(() => workerOf(app, id)).toBe('Wanda');
  await admin.clock.resume();
  await expect(cards(admin, 'Assigned')).toHaveCount(2);
  await expect(admin.getByText('by others')).toHaveCount(0);
});

test('while a card is dragged the workers who cannot take it say why, and none of them gets it', async ({ app, lobby }) => {
  await app.account('Olga', 'worker');
  await lobby.addWorker('Walter');
  const id = await lobby.report('A lamp is dark', 'take');
  const today = new Date().toISOString().slice(0, 10);
  const away = await lobby.addWorker('Wilma');
  await app.call(away, 'PUT', `/ext/users/${await app.idOf(away)}/absences`, [{ from: today, to: today }]);
  const admin = await app.open(adminEmail, desktop);
  await worker(admin, 'Olga').waitFor();
  await card(admin, 'A lamp is dark').hover();
  await admin.mouse.down();
  await worker(admin, 'Olga').hover();
  await expect(worker(admin, 'Olga')).toContainText('Not in the project');
  await expect(worker(admin, 'Wanda')).toContainText('Has it already');
  await expect(worker(admin, 'Wilma')).toContainText('Away today');
  await expect(admin.locator('.rail-worker.takes')).toHaveText([/Walter/]);
  await admin.mouse.up();
  await expect(admin.locator('.rail-worker.takes')).toHaveCount(0);
  expect(await workerOf(app, id)).toBe('Wanda');
});

test('ten requests of two projects go to three people in eight clicks, without a refusal', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  await lobby.addWorker('Walter');
  const ids: number[] = [];
  for (let lamp = 1; lamp <= 7; lamp++) ids.push(await report(`Lamp ${lamp} is dark`));
  const other = await app.call(anna, 'POST', '/projects', { name: `Other ${app.suffix}` });
  const place = { name: 'Other house', address: 'Other street 1' };
  const object = await app.call(anna, 'POST', `/projects/${other.id}/objects`, place);
  const olga = await app.account('Olga', 'worker');
  await app.call(anna, 'POST', `/projects/${other.id}/workers`, { worker_id: await app.idOf(olga) });
  await app.call(olga, 'POST', `/projects/${other.id}/invitation/accept`);
  for (let door = 8; door <= 10; door++) {
    const body = { object_id: object.id, category: 'other', priority: 'normal', description: `Door ${door} sticks` };
    ids.push((await app.call(anna, 'POST', '/tickets', body)).id);
  }
  const admin = await app.openWithClock(adminEmail, desktop);
  await expect(cards(admin, 'New')).toHaveCount(10);
  const taps = await countTaps(admin);
  await card(admin, 'Lamp 1').getByRole('checkbox').click();
  await card(admin, 'Door 10')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await button(admin, 'Assign to…').click();
  await button(admin, 'Split 10 requests').waitFor();
  await stopClock(admin);
  await button(admin, 'Split 10 requests').click();
  await expect(cards(admin, 'Assigned')).toHaveCount(10);
  expect(await taps()).toBeLessThanOrEqual(8);
  await bulkResult(admin).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => Promise.all(ids.map((id) => app.ticketStatus(adminEmail, id)))).toEqual(ids.map(() => 'assigned'));
  const names = await Promise.all(ids.map((id) => workerOf(app, id)));
  expect(names.slice(7)).toEqual(['Olga', 'Olga', 'Olga']);
  expect(names.filter((name) => name === 'Wanda').length + names.filter((name) => name === 'Walter').length).toBe(7);
  expect(Math.abs(names.filter((name) => name === 'Wanda').length - 3.5)).toBe(0.5);
  await expect(admin.locator('.toast.error, .bulk-result')).toHaveCount(0);
});

test('changes by others wait behind one button that says what has moved where', async ({ app, lobby }) => {
  const { wanda, report } = lobby;
  const id = await report('A lamp is dark');
  await report('A door sticks');
  const admin = await app.open(adminEmail, desktop);
  await expect(cards(admin, 'New')).toHaveCount(2);
  await admin.getByText('Nothing needs attention').waitFor(); // all is read
  await app.transition(wanda, id, 'take');
  await report('A window is broken');
  const pill = admin.getByRole('button', { name: '2 changes by others: 1 to Assigned · 1 new in New' });
  await pill.waitFor();
  await expect(cards(admin, 'New').first()).toContainText('Moved to Assigned');
  await pill.click();
  await expect(cards(admin, 'Assigned')).toHaveText([/A lamp is dark/]);
  await expect(cards(admin, 'New')).toHaveText([/A door sticks/, /A window is broken/]);
});

test('the filters of the board can be saved as a view', async ({ app, lobby: { report } }) => {
  await report('A door sticks');
  await report('A window is broken');
  const admin = await app.open(adminEmail, desktop);
  await expect(cards(admin, 'New')).toHaveCount(2);
  await expect(button(admin, 'Save view')).toHaveCount(0);
  await admin.getByRole('main').getByRole('searchbox').fill('window');
  await expect(cards(admin, 'New')).toHaveText([/A window is broken/]);
  await button(admin, 'Save view').click();
  await expect(admin.getByRole('dialog').getByLabel('Name')).toBeFocused();
});

test('requests are selected in the list with the keyboard and assigned together', async ({ app, lobby: { anna, report } }) => {
  const ids = [await report('Lamp 1 is dark'), await report('Lamp 2 is dark'), await report('Lamp 3 is dark')];
  const client = await app.openWithClock(anna, desktop, '/tickets');
  await heading(client, 'Requests').waitFor(); // the home page has the same links
  await client.getByRole('link', { name: 'Lamp 3 is dark' }).focus();
  await client.keyboard.press('x');
  await client.getByText('1 selected').waitFor();
  await client.getByRole('link', { name: 'Lamp 1 is dark' }).focus();
  await client.keyboard.press('Shift+X');
  await client.getByText('3 selected').waitFor();
  await client.getByRole('checkbox', { name: `Select request #${ids[1]}` }).press('Space');
  await client.getByText('2 selected').waitFor();
  await button(client, 'Assign to…').click();
  await client.getByRole('dialog').getByRole('button', { name: /Wanda/ }).waitFor();
  await stopClock(client);
  await client.getByRole('dialog').getByRole('searchbox').press('Enter');
  await bulkResult(client).getByText('2 requests assigned to Wanda.').waitFor();
  await bulkResult(client).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => Promise.all(ids.map((id) => app.ticketStatus(anna, id)))).toEqual(['assigned', 'new', 'assigned']);
});
