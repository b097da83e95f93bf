import { expect, test } from '../fixtures.ts';
import { heading, offlineBanner, phone } from '../page-helpers.ts';
import { openWithServiceWorker, waitForStored } from '../stored-records.ts';

/** A time zone in which it is about eight in the morning, so that the hours of a day lie ahead. */
function morningZone(): string {
  const ahead = 8 - new Date().getUTCHours();
  const hours = ahead < -12 ? ahead + 24 : ahead;
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

test('the day of a worker has appointments by time, then the rest, and is shown without a connection', async ({ app, lobby }) => {
  const { anna, wanda, object, report } = lobby;
  await app.call(anna, 'PUT', `/ext/objects/${object}/notes`, { text: 'Key at the porter, code 4711' });
  const appoint = (id: number, from: number, note = '') =>
    app.call(anna, 'PUT', `/ext/tickets/${id}/appointment`, { from: inHours(from), to: inHours(from + 1), note });
  await appoint(await report('Second of the day', 'take'), 5);
  await appoint(await report('First of the day', 'take'), 2, 'Ring twice');
  await appoint(await report('Another day', 'take'), 30);
  await report('Begun without a time', 'take', 'start');
  const waiting = await report('Waits for a part', 'take');
  await app.call(wanda, 'PUT', `/ext/tickets/${waiting}/hold`, { reason: 'part' });
  await report('Not taken by anybody');

  const page = await openWithServiceWorker(app, wanda, { ...phone, timezoneId: morningZone() });
  await page.locator('.bottom-nav').getByRole('link').first().click();
  await heading(page, 'Today').waitFor();
  const cards = page.getByRole('article');
  const names = ['First of the day', 'Second of the day', 'Begun without a time', 'Waits for a part'];
  await expect(cards.getByRole('heading')).toHaveText(names);
  const first = cards.first();
  await expect(first).toContainText(/\d\d:\d\d–\d\d:\d\d/);
  await expect(first).toContainText('Ring twice');
  await expect(first).toContainText('Key at the porter, code 4711');
  await expect(first.getByRole('link', { name: 'River Street 12' })).toHaveAttribute('href', /River%20Street%2012/);
  await expect(first.getByRole('link', { name: 'Call Anna' })).toHaveAttribute('href', 'tel:+49305550100');
  await expect(cards.last()).toContainText('On hold');
  await expect(page.getByRole('region', { name: 'On other days' })).toContainText('Another day');
  const onMyWay = first.getByRole('button', { name: 'On my way' });
  await onMyWay.click();
  await first.getByText(/^\d\d:\d\d: the client knows that you are on your way$/).waitFor();
  await expect(onMyWay).toBeDisabled();
  await expect
    .poll(async () => (await app.call(anna, 'GET', '/ext/notifications')).items.map(({ event }: { event: string }) => event))
    .toContain('worker_on_the_way');

  await waitForStored(page, '/contacts', '5550100');
  await waitForStored(page, '/notes', '4711');
  await page.goto(`${app.url}/app/`);
  await page.getByText('Begun without a time').waitFor();
  await page.context().setOffline(true);
  await page.goto(`${app.url}/app/today`);
  await offlineBanner(page)
    .getByText(/^Offline · saved \d\d:\d\d$/)
    .waitFor();
  await expect(cards.getByRole('heading')).toHaveText(names);
  await expect(first).toContainText('Key at the porter, code 4711');
  await expect(first.getByRole('link', { name: 'Call Anna' })).toBeVisible();
  await expect(cards.nth(1).getByRole('button', { name: 'On my way' })).toBeDisabled();
});
