import { card, test, workerOf } from '../board-helpers.ts';
import { adminEmail } from '../console-service.ts';
import { expect } from '../fixtures.ts';
import { bulkResult, button, currentStatus, desktop, heading, phone, visit } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

// In one worker, with one service.
test.describe.configure({ mode: 'default' });

test('the board shows all workers on a phone, those with the most open requests first, without a tap', async ({ app, lobby }) => {
  const walter = await lobby.addWorker('Walter');
  await app.transition(walter, await lobby.report('A door sticks'), 'take');
  for (let lamp = 1; lamp <= 3; lamp++) await lobby.report(`Lamp ${lamp} is dark`, 'take');
  for (const name of ['Aaron', 'Berta', 'Carl', 'Dora', 'Emil', 'Frida', 'Gustav', 'Hanna']) await app.account(name, 'worker');
  const admin = await app.open(adminEmail, phone);
  const taps = await countTaps(admin);
  const workload = admin.locator('.workload');
  const workers = workload.getByRole('link');
  await expect(workers).toHaveCount(10);
  await expect(workers.nth(0)).toHaveAccessibleName('Wanda 3');
  await expect(workers.nth(1)).toHaveAccessibleName('Walter 1');
  await expect(workers.first()).toBeInViewport({ ratio: 1 });
  for (const worker of await workers.all()) {
    const box = await worker.boundingBox();
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  expect(await workload.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
  expect(await taps()).toBe(0);
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
  const admin = await app.open(adminEmail, desktop);
  await button(admin, `Assign request #${id}`).focus();
  await admin.keyboard.press('Enter');
  const names = admin.getByRole('dialog').locator('.option-list button');
  await expect(names).toHaveText([/Walter0 open/, /Wanda1 open · 1 in progress/]);
  await admin.keyboard.type('wan');
  await expect(names).toHaveCount(1);
  await admin.keyboard.press('Enter');
  await admin.getByText('Assigned to Wanda.').waitFor();
  expect(await workerOf(app, id)).toBe('Wanda');
  await button(admin, 'View').click();
  await heading(admin, 'A lamp is dark').waitFor();
});

test('a card is dragged onto a worker to assign and reassign it', async ({ app, lobby }) => {
  const walter = await lobby.addWorker('Walter');
  await app.transition(walter, await lobby.report('Another lamp is dark'), 'take');
  const id = await lobby.report('A lamp is dark');
  await lobby.report('A door sticks', 'take'); // so that both workers are in the workload
  const admin = await app.open(adminEmail, desktop);
  for (const name of ['Wanda', 'Walter']) {
    const target = admin.locator('.workload').getByRole('link', { name: new RegExp(`^${name}`) });
    await target.waitFor();
    await card(admin, 'A lamp is dark').dragTo(target);
    await admin.getByText(`Assigned to ${name}.`).waitFor();
    expect(await workerOf(app, id)).toBe(name);
    await target.getByText('2').waitFor();
    if (name === 'Walter') continue;
    await app.transition(lobby.wanda, id, 'start');
    await admin.reload(); // a card that moves to another column by itself waits behind a button
  }
  expect(await app.ticketStatus(adminEmail, id)).toBe('assigned');
});

test('a card that is dragged onto a worker of other projects stays and says why', async ({ app, lobby: { report } }) => {
  await app.account('Olga', 'worker');
  const id = await report('A lamp is dark');
  const admin = await app.open(adminEmail, desktop);
  await card(admin, 'A lamp is dark').dragTo(admin.locator('.workload').getByRole('link', { name: /^Olga/ }));
  await admin.locator('.toast.error').waitFor();
  expect(await app.ticketStatus(adminEmail, id)).toBe('new');
});

test('the dialog for assigning tells what workers have to do and leaves out disabled ones', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  const walter = await lobby.addWorker('Walter');
  await report('Another lamp is dark', 'take', 'start');
  await app.call(adminEmail, 'PATCH', `/users/${await app.idOf(walter)}`, { is_active: false });
  const page = await app.open(anna, phone, `/tickets/${await report('A lamp is dark')}`);
  await button(page, 'Assign').click();
  const dialog = page.getByRole('dialog');
  const names = dialog.locator('.option-list button');
  await expect(names).toHaveText([/Wanda1 open · 1 in progress/]);
  await expect(names.locator('.avatar')).toHaveText('W');
  await dialog.getByRole('searchbox').fill('nobody');
  await page.getByText('No results.').waitFor();
  await dialog.getByRole('searchbox').fill('');
  await dialog.getByRole('button', { name: /Wanda/ }).click();
  await page.locator('.toast', { hasText: 'Assigned to Wanda.' }).waitFor();
  await currentStatus(page, 'Assigned').waitFor();
});

test('requests are selected in the list with the keyboard and assigned together', async ({ app, lobby: { anna, report } }) => {
  const ids = [await report('Lamp 1 is dark'), await report('Lamp 2 is dark'), await report('Lamp 3 is dark')];
  const client = await app.open(anna, desktop, '/tickets');
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
  await client.getByRole('dialog').getByRole('searchbox').press('Enter');
  await bulkResult(client).getByText('2 requests assigned to Wanda.').waitFor();
  expect(await Promise.all(ids.map((id) => app.ticketStatus(anna, id)))).toEqual(['assigned', 'new', 'assigned']);
});
