import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { adminEmail, button, heading, missingBrowser, phone, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

/** What the page asks the service for, without what it is built of. */
function asked(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/app/')) found.push(`${pathname}${search}`);
  });
  return found;
}

it('keeps the state of its lists in the address', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, wanda, object, report } = await lobby(app);
  for (let i = 1; i <= 30; i++) await report(`Lamp ${i} is dark`);
  const admin = await app.open(adminEmail, { viewport: { width: 1440, height: 900 } });
  const goTo = (path: string) => admin.goto(`${app.url}/app/${path}`);

  await test.test('what makes no sense is ignored', async () => {
    const requests = asked(admin);
    await goTo('tickets?status=foo&project_id=x&object_id=0&worker_id=me&date_from=2026-02-31&sort=age&nothing=1');
    await admin.getByText('30 requests').waitFor();
    await admin.getByRole('link', { name: 'Lamp 30 is dark' }).waitFor();
    const nonsense = requests.filter((request) => /foo|NaN|=x|=0|=me|02-31|age|nothing/.test(request));
    assert.deepEqual(nonsense, []);
  });

  await test.test('a page after the last one is the last one', async () => {
    await goTo('tickets?offset=500');
    await admin.getByText('26 to 30 of 30').waitFor();
    await admin.waitForURL(/offset=25$/);
  });

  await test.test('the way back closes the drawer, and so does its button', async () => {
    await admin.getByRole('link', { name: 'Board' }).first().click();
    await admin.getByRole('link', { name: 'Requests' }).first().click();
    const drawer = admin.locator('.drawer');
    for (const close of [() => admin.goBack(), () => drawer.getByRole('button', { name: 'Close' }).click()]) {
      await admin.getByRole('link', { name: 'Lamp 30 is dark' }).click();
      await drawer.getByText('Request 30').first().waitFor();
      await admin.getByRole('link', { name: 'Lamp 29 is dark' }).click();
      await drawer.getByText('Request 29').first().waitFor();
      await close();
      await drawer.waitFor({ state: 'detached' });
      await heading(admin, 'Requests').waitFor();
    }
    await admin.goBack();
    await heading(admin, 'Board').waitFor();
  });

  await test.test('a drawer that a link opened is closed where it is', async () => {
    await goTo('tickets?open=30');
    await admin.locator('.drawer').getByRole('button', { name: 'Close' }).click();
    await admin.locator('.drawer').waitFor({ state: 'detached' });
    await heading(admin, 'Requests').waitFor();
  });

  await test.test('no status is offered that no request has', async () => {
    const offered = await admin.getByLabel('Status').locator('option').allTextContents();
    assert.deepEqual(offered, ['Any', 'Not taken', 'Assigned', 'In work', 'Done', 'Sent back', 'Closed']);
  });

  await test.test('the menu leads to all people, whatever was searched before', async () => {
    await admin.getByRole('link', { name: 'People' }).first().click();
    await admin.getByText('wanda@example.com').waitFor();
    await admin.getByRole('searchbox').fill('jonas');
    await admin.waitForURL(/q=jonas/);
    await admin.getByText('Nobody found').waitFor();
    await admin.getByRole('link', { name: 'People' }).first().click();
    await admin.getByText('wanda@example.com').waitFor();
    assert.equal(await admin.getByRole('searchbox').inputValue(), '');
  });

  await test.test('a rule is run by hand only when nothing stands in its way', async () => {
    const template = { category: 'other', description: 'Inspect the lift', object_id: object };
    const { id } = await app.call(anna, 'POST', '/recurring', { ...template, anchor_at: '2030-01-01T08:00:00Z', period_days: 7 });
    await goTo(`rules/${id}`);
    await button(admin, 'Run now').click();
    await admin.getByText('Its previous request is still open.').waitFor();
    assert(await button(admin, 'Run now').isDisabled());
    await app.call(anna, 'PATCH', '/tickets/31/cancel', { reason: 'No longer needed' });
    await admin.getByText('Nothing stands in its way.').waitFor();
    assert(await button(admin, 'Run now').isEnabled());
  });

  await test.test("the address on a worker's card opens the map, the rest of it the request", async () => {
    const worker = await app.open(wanda, phone);
    await worker.context().route(/openstreetmap/, (route) => route.fulfill({ body: 'a map' }));
    await worker.goto(`${app.url}/app/free`);
    const card = worker.locator('.card').first();
    const address = card.getByRole('link', { name: /^River Street 12/ });
    await Promise.all([worker.context().waitForEvent('page'), address.click()]);
    assert.match((await address.getAttribute('href')) ?? '', /River%20Street%2012/);
    assert(((await address.boundingBox())?.height ?? 0) >= 24, 'large enough for a thumb');
    await card.click({ position: { x: 30, y: 50 } });
    await heading(worker, /Lobby/).waitFor();
  });
});
