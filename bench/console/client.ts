import { en } from '../../web/src/i18n/en.ts';
import { en as list } from '../../web/src/pages/tickets/texts/en.ts';
import { type Demo, phone } from './demo.ts';
import type { RecordWait } from './figures.ts';
import { timeAfter } from './timing.ts';

/** What clients do, on a phone. */
export async function measureClient(demo: Demo, round: number, record: RecordWait): Promise<void> {
  const names = { confirmed: `Heater ${round} is cold`, created: `Lamp ${round} is dark` };
  const confirmed = await demo.ticket(names.confirmed, 'take', 'start', 'done');
  const page = await demo.open('client', phone);
  const byName = (role: 'button' | 'link', name: string) => page.getByRole(role, { name, exact: true });
  const confirm = page
    .locator('.decision', { hasText: names.confirmed })
    .getByRole('button', { name: en.labels.operation.confirm });
  const isConfirmed = { selector: '.decision', text: en.labels.status.confirmed };
  record('confirm', await timeAfter(page, () => confirm.tap(), isConfirmed));

  await page.locator('.bottom-nav').getByRole('link', { name: en.client.create }).tap();
  await page.locator('.option-list button').first().tap();
  await page.getByRole('radio', { name: en.labels.category.electric }).check();
  await page.getByLabel(en.create.description).fill(names.created);
  const send = byName('button', en.create.submit);
  record('create', await timeAfter(page, () => send.tap(), { selector: 'h1', text: names.created }));
  const [, created] = /tickets\/(\d+)/.exec(page.url()) ?? [];

  await page.locator('.bottom-nav').getByRole('link', { name: en.nav.tickets }).tap();
  await page.getByRole('navigation', { name: en.list.status }).getByRole('link', { name: list.tabs.all }).tap();
  await page.locator('.card').first().waitFor();
  const selector = `[aria-label="${en.list.filters}"] [role=status]`;
  const text = await page.locator(selector).innerText();
  await byName('button', list.createdDate).tap();
  const lastMonth = page.getByRole('dialog').getByRole('button', { name: list.datePresets.lastMonth });
  const isRead = { selector, text, isGone: true, isComplete: true };
  record('find', await timeAfter(page, () => lastMonth.tap(), isRead));
  await page.context().close();
  for (const id of [confirmed, Number(created)]) await demo.close(id);
}
