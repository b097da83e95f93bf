import { expect, test } from '../fixtures.ts';
import { button, currentStatus, heading, visit } from '../page-helpers.ts';

test('a reason is kept until the service has stored it', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  const page = await app.open(anna);
  const send = page.getByRole('dialog').getByRole('button', { name: 'Request rework' });
  const reason = page.getByLabel('Reason');
  await visit(page, `/tickets/${id}`);
  await button(page, 'Request rework').click();
  await reason.fill('It is dark again');
  app.link.disconnect();
  await send.click();
  await page.getByText("Can't reach the server. Please try again.").waitFor();
  app.link.restore();
  await button(page, 'Request rework').click();
  await expect(reason).toHaveValue('It is dark again');
  await send.click();
  await currentStatus(page, 'Needs rework').waitFor();
  // The page shows the new status before the answer arrives.
  await expect.poll(() => app.ticketStatus(anna, id)).toBe('rejected');
  await app.transition(wanda, id, 'start', 'done');
  await button(page, 'Request rework').click();
  await expect(reason).toHaveValue('');
});

test('a dialog stays open when text is selected beyond its edge, and closes on a click beside it', async ({ app, lobby }) => {
  const id = await lobby.report('A lamp is dark', 'take', 'start', 'done');
  const page = await app.open(lobby.anna);
  const dialog = page.getByRole('dialog');
  await visit(page, `/tickets/${id}`);
  await button(page, 'Request rework').click();
  const reason = page.getByLabel('Reason');
  await reason.fill('It is dark again');
  const box = await reason.boundingBox();
  if (!box) throw new Error('the reason is not shown');
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.up();
  expect(await dialog.isVisible()).toBe(true);
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
});

test('changes of a rule are kept until they are saved, unless somebody else has changed it', async ({ app, lobby }) => {
  const { anna, object } = lobby;
  const template = { category: 'other', description: 'Look at the lamps', object_id: object, anchor_at: '2030-01-01T08:00:00Z' };
  const { id: rule } = await app.call(anna, 'POST', '/recurring', { ...template, period_days: 7 });
  const page = await app.open(anna);
  const dialog = page.getByRole('dialog');
  const description = page.getByLabel('What needs to be done?');
  await visit(page, `/rules/${rule}`);

  await test.step('a dialog that was closed opens with the draft', async () => {
    await button(page, 'Edit').click();
    await description.fill('Look at all the lamps');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Edit').click();
    await expect(description).toHaveValue('Look at all the lamps');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('Look at all the lamps').waitFor();
    await button(page, 'Edit').click();
    await description.fill('Look at the lamps twice');
    await page.keyboard.press('Escape');
  });

  await test.step('a draft of older data is dropped', async () => {
    await app.call(anna, 'PATCH', `/recurring/${rule}`, { description: 'Look at the lamps and the doors' });
    await page.reload();
    await button(page, 'Edit').click();
    await expect(description).toHaveValue('Look at the lamps and the doors');
  });
});

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
