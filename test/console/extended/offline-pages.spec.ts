import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, login, offlineBanner, phone, visit } from '../page-helpers.ts';
import { openWithServiceWorker, waitForStored } from '../stored-records.ts';

// What pages show without a connection, and how old they say it is.

test('on the board without a connection a request that needs attention is in the column of its status', async ({
  app,
  lobby: { anna, wanda, report },
}) => {
  const name = `The lamp of ${app.suffix} is dark`;
  const id = await report(name);
  await app.transition(wanda, id, 'take', 'start', 'done');
  for (let round = 1; round <= 2; round++) {
    await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
    if (round === 1) await app.transition(wanda, id, 'start', 'done');
  }
  const page = await openWithServiceWorker(app, adminEmail, desktop);
  const column = (title: string) => page.locator('.column', { has: page.getByRole('heading', { name: title }) });
  await column('Needs attention').getByText(name).waitFor();
  await expect(column('Needs rework').getByText(name)).toHaveCount(0);
  await waitForStored(page, 'rejected', name);
  app.link.disconnect();
  await page.reload();
  await offlineBanner(page).waitFor();
  await column('Needs attention').getByText('Not downloaded.').waitFor();
  await column('Needs rework').getByText(name).waitFor();
  app.link.restore();
  await column('Needs attention').getByText(name).waitFor();
  await expect(column('Needs rework').getByText(name)).toHaveCount(0);
});

test('the banner without a connection names the time at which the page was read', async ({ app, lobby: { wanda, report } }) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take');
  const page = await app.newPage({ ...phone, timezoneId: 'UTC' });
  const at = (minute: number): number => new Date().setUTCHours(12, minute, 0, 0);
  await page.clock.install({ time: at(0) });
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  await page.getByText('A lamp is dark').waitFor();
  await page.clock.setSystemTime(at(5));
  await visit(page, '/profile');
  await heading(page, 'Profile').waitFor();
  const read = page.waitForResponse(`**/tickets/${id}`);
  await visit(page, `/tickets/${id}`);
  await read;
  await button(page, 'Start').waitFor();
  app.link.disconnect();
  await offlineBanner(page)
    .getByText(/^Offline · saved 12:05$/)
    .waitFor();
  await page.clock.setSystemTime(at(10));
  await button(page, 'Start').click();
  await page.getByText('Waiting for connection').waitFor();
  await offlineBanner(page)
    .getByText(/^Offline · saved 12:05$/)
    .waitFor();
  await visit(page, '/');
  await page.getByText('A lamp is dark').waitFor();
  await offlineBanner(page)
    .getByText(/^Offline · saved 12:00$/)
    .waitFor();
  await visit(page, '/profile');
  await heading(page, 'Profile').waitFor();
  await offlineBanner(page)
    .getByText(/^Offline · saved 12:05$/)
    .waitFor();
});
