import { demoLogins } from '../../src/appliance/demo/fixtures.ts';
import { en } from '../../web/src/i18n/en.ts';
import { type Demo, enterCredentials, phone } from './demo.ts';
import type { RecordWait } from './figures.ts';
import { slowDown, timeAfter, timeToOpen } from './timing.ts';

/** A worker's first visit on an old phone with a slow mobile network. Nothing is cached, and no service worker helps. */
export async function measureSlowNetwork(demo: Demo, round: number, record: RecordWait): Promise<void> {
  const name = `Pipe ${round} leaks`;
  const ticket = await demo.ticket(name, 'take');
  const page = await demo.page(phone);
  await slowDown(page, 4);
  record('slowLogin', await timeToOpen(page, demo.url, { selector: 'input[type=email]' }));
  await enterCredentials(page, demoLogins.worker);
  const submit = page.locator('button[type=submit]');
  record('slowSignIn', await timeAfter(page, () => submit.tap(), { selector: '.card', text: name }));
  // What a person reads before the tap on a card.
  await page.waitForTimeout(1_000);
  const card = page.getByRole('link', { name, exact: true });
  record(
    'slowJob',
    await timeAfter(page, () => card.tap(), { selector: '.step-buttons button', text: en.labels.operation.start }),
  );
  await page.context().close();
  await demo.close(ticket);
}
