import { allAppearances, auditPage } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { desktop, visit } from '../page-helpers.ts';

const days = (n: number): number => n * 86_400_000;
const dayOf = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at));

test('the page of a closed request says to everybody when it is deleted', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('The lamp is dark');
  const page = await app.open(anna, desktop);
  await visit(page, `/tickets/${id}`);
  const note = page.locator('.removal-note');
  await expect(page.locator('.journal-check')).toBeVisible();
  await expect(note, 'an open request is not deleted').toHaveCount(0);
  await app.transition(wanda, id, 'take', 'start', 'done');
  await app.transition(anna, id, 'confirm');
  const { retention } = await app.call(anna, 'GET', `/ext/tickets/${id}`);
  const text = `Will be deleted on ${dayOf(retention.removes_at, 'en-GB')}.`;
  await expect(note).toHaveText(text);
  expect(await auditPage(page, 'removal-note', allAppearances)).toEqual([]);
  const worker = await app.open(wanda);
  await visit(worker, `/tickets/${id}`);
  await expect(worker.locator('.removal-note')).toHaveText(text);
});

test('the page of a closed request says that it is archived before, and when its time is over', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  const id = await report('The lamp is dark');
  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'Not needed any more' });
  let removes_at = new Date(Date.now() + days(30)).toISOString();
  const page = await app.open(anna, { locale: 'de-DE', ...desktop });
  await page.route(`**/ext/tickets/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), retention: { removes_at, archived: true } } });
  });
  await visit(page, `/tickets/${id}`);
  const note = page.locator('.removal-note');
  await expect(note).toHaveText(`Wird am ${dayOf(removes_at, 'de')} archiviert und entfernt.`);
  removes_at = new Date(Date.now() - days(1)).toISOString();
  await page.reload();
  await expect(note).toHaveText('Wird in Kürze archiviert und entfernt.');
});
