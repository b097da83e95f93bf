import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminEmail, button, missingBrowser, startConsole } from './browser.ts';
import { lobby } from './scene.ts';

it('keeps the state of its lists in the address', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { anna, object, report } = await lobby(app);
  for (let i = 1; i <= 30; i++) await report(`Lamp ${i} is dark`);
  const admin = await app.open(adminEmail, { viewport: { width: 1440, height: 900 } });
  const goTo = (path: string) => admin.goto(`${app.url}/app/${path}`);

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
});
