import type { Page } from '@playwright/test';
import { type App, expect, test } from '../fixtures.ts';
import { button, currentStatus, desktop, fileInput, finishJob, offlineBanner, phone, sendHeld } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';
import type { Lobby } from '../seed.ts';

// Work that was sent back and done again: each round has its own times and photos.

interface Event {
  action: string;
  created_at: string;
}

/** A ticket that was sent back, with these photos of its first round. */
async function sentBack(app: App, { anna, wanda, report }: Lobby, ...photos: string[]): Promise<number> {
  const id = await report('A lamp is dark', 'take', 'start');
  for (const name of photos) await app.addPhoto(wanda, id, photoFile(name));
  await app.transition(wanda, id, 'done');
  await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
  return id;
}

/** Sets the first round back by two days and the rejection by one. */
async function setBack(app: App, id: number): Promise<void> {
  await app.backdate(id, '1 day');
  const times = ['created_at', 'assigned_at', 'started_at', 'done_at'].map((name) => `${name} = ${name} - interval '1 day'`);
  await app.query(`update tickets set ${times} where id = $1`, [id]);
  await app.query(
    `update ticket_events set created_at = created_at - interval '1 day' where ticket_id = $1 and action <> 'rejected'`,
    [id],
  );
}

const stepNames = ['New', 'Assigned', 'Needs rework', 'In progress, round 2', 'Done, round 2', 'Closed'];

/** The name of each step with its time, as the service has it. */
async function expectSteps(page: Page, current: string, times: (string | undefined)[]): Promise<void> {
  await currentStatus(page, current).waitFor();
  await expect(page.locator('.stepper .step-name')).toHaveText(stepNames);
  const steps = page.locator('.stepper li');
  for (const [index, at] of times.entries()) {
    const time = steps.nth(index).locator('time');
    if (at) await expect(time, stepNames[index]).toHaveAttribute('datetime', at);
    else await expect(time, stepNames[index]).toHaveCount(0);
  }
}

test('the steps of reworked work are the same in each status, with the times of their own round', async ({ app, lobby }) => {
  const { anna, wanda } = lobby;
  const id = await sentBack(app, lobby);
  await setBack(app, id);
  const page = await app.open(wanda, phone, `/tickets/${id}`);
  const ticket = await app.call(wanda, 'GET', `/tickets/${id}`);
  const before: string[] = [ticket.created_at, ticket.assigned_at, ticket.rejected_at];
  await expectSteps(page, 'Needs rework', [...before, undefined, undefined, undefined]);
  await expect(page.locator('.stepper .current')).toContainText('Rework requested');
  await expect(page.locator('.stepper .past .step-name')).toHaveText(['New', 'Assigned']);

  await button(page, 'Start').click();
  await sendHeld(page);
  await expect.poll(() => app.ticketStatus(wanda, id)).toBe('in_progress');
  const { items } = await app.call(wanda, 'GET', `/tickets/${id}/events?order=desc`);
  const startedAt = (items as Event[]).find(({ action }) => action === 'started')?.created_at;
  await expectSteps(page, 'In progress, round 2', [...before, startedAt, undefined, undefined]);
  await expect(page.locator('.stepper .current')).toContainText('Started');

  await page.setViewportSize({ width: 1024, height: 768 });
  const widths = await page.locator('.stepper li').evaluateAll((steps) => steps.map(({ clientWidth }) => clientWidth));
  expect(Math.min(...widths), 'no word is broken').toBeGreaterThanOrEqual(100);

  await app.transition(wanda, id, 'done');
  const { done_at } = await app.call(wanda, 'GET', `/tickets/${id}`);
  await expectSteps(page, 'Done, round 2', [...before, startedAt, done_at, undefined]);
  await app.transition(anna, id, 'confirm');
  const { confirmed_at } = await app.call(wanda, 'GET', `/tickets/${id}`);
  await expectSteps(page, 'Closed', [...before, startedAt, done_at, confirmed_at]);
});

test('the step of rework appears with the answer of the client, and goes when it is refused', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  const page = await app.open(anna, desktop, `/tickets/${id}`);
  await currentStatus(page, 'Done').waitFor();
  const reject = Promise.withResolvers<void>();
  await page.route('**/reject', async (route) => {
    await reject.promise;
    await route.fulfill({ status: 409, json: { error: 'operation is not allowed in status closed' } });
  });
  await button(page, 'Request rework').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('It still flickers');
  await dialog.getByRole('button', { name: 'Request rework' }).click();
  await currentStatus(page, 'Needs rework').waitFor();
  await expect(page.locator('.stepper .step-name')).toHaveText(stepNames);
  await page.locator('.reason-note', { hasText: 'It still flickers' }).waitFor();
  reject.resolve();
  await currentStatus(page, 'Done').waitFor();
  await expect(page.locator('.stepper .step-name')).toHaveText(['New', 'Assigned', 'In progress', 'Done', 'Closed']);
});

test('while Start and Finish job of a rework are queued their steps have no time', async ({ app, lobby }) => {
  const id = await sentBack(app, lobby, 'before.png', 'rejected.png');
  const page = await app.open(lobby.wanda, phone, `/tickets/${id}`);
  await currentStatus(page, 'Needs rework').waitFor();
  await page.getByText('requested rework').waitFor();
  await page.locator('.gallery img').first().waitFor();
  app.link.disconnect();
  await offlineBanner(page).waitFor();
  const steps = page.locator('.stepper li');
  await button(page, 'Start').click();
  await currentStatus(page, 'In progress, round 2').waitFor();
  await expect(steps.nth(3)).toHaveText('In progress, round 2Not sent yet');
  await expect(steps.nth(4)).toHaveText('Done, round 2');
  await fileInput(page).setInputFiles(photoFile('repaired.png'));
  await page.getByAltText('repaired.png').waitFor();
  await finishJob(page);
  await currentStatus(page, 'Done, round 2').waitFor();
  await expect(steps.nth(3)).toHaveText('In progress, round 2Not sent yet');
  await expect(steps.nth(4)).toHaveText('Done, round 2Not sent yet');

  const pair = page.locator('.before-after');
  await expect(pair.locator('p')).toHaveText([/^Before Wanda/, 'After, round 2 Not sent yet']);

  app.link.restore();
  await expect.poll(() => app.ticketStatus(lobby.wanda, id), { timeout: 30_000 }).toBe('done');
  await expect(steps.nth(3)).toHaveText(/Started \d\d:\d\d$/);
  await expect(steps.nth(4)).toHaveText(/Finished \d\d:\d\d$/);
  await expect(pair.locator('p').last()).toHaveText(/^After, round 2 Wanda, \d\d:\d\d$/);
});
