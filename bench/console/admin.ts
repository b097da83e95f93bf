import type { Page } from '@playwright/test';
import { en as bulk } from '../../web/src/features/assigning/texts/en.ts';
import { en } from '../../web/src/i18n/en.ts';
import { en as rule } from '../../web/src/pages/rules/texts/en.ts';
import { type Demo, desktop, type Role } from './demo.ts';
import type { RecordWait } from './figures.ts';
import { timeAfter } from './timing.ts';

/** A link of the menu. */
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).filter({ visible: true }).first();

/** What admins do, on a desktop. */
export async function measureAdmin(demo: Demo, round: number, record: RecordWait): Promise<void> {
  const tickets: number[] = [];
  for (let lamp = 1; lamp <= 5; lamp++) tickets.push(await demo.ticket(`Bulb ${round}.${lamp} is broken`));
  const page = await demo.open('admin', desktop);
  await link(page, en.nav.tickets).click();
  const [first = 0, last = 0] = [tickets[0], tickets.at(-1)];
  await page.getByRole('checkbox', { name: en.assigning.select(last) }).click();
  await page.getByRole('checkbox', { name: en.assigning.select(first) }).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: bulk.assignTo, exact: true }).click();
  const option = page.getByRole('dialog').locator('.option-list button').first();
  await option.waitFor();
  const [text = ''] = bulk.done.assign(5, '|').split('|');
  record('assignFive', await timeAfter(page, () => option.click(), { selector: '.bulk-result', text }));
  await page.context().close();
  for (const id of tickets) await demo.close(id);
}

/** Every page of the menu, after each was open once. The first page of admins, the board, is measured for itself. */
export async function measurePageChanges(demo: Demo, record: RecordWait): Promise<void> {
  const { nav, client, list, project, people, board } = en;
  const pages: [Role, [string, string][]][] = [
    [
      'client',
      [
        [nav.tickets, list.title],
        [nav.projects, project.title],
        [nav.rules, rule.title],
        [nav.numbers, nav.numbers],
        [nav.home, client.title],
      ],
    ],
    [
      'admin',
      [
        [nav.tickets, list.title],
        [nav.users, people.title],
        [nav.projects, project.title],
        [nav.rules, rule.title],
        [nav.numbers, nav.numbers],
        [nav.planner, nav.planner],
        [nav.board, board.title],
      ],
    ],
  ];
  for (const [role, titles] of pages) {
    const page = await demo.open(role, desktop);
    for (const isWarm of [false, true]) {
      for (const [name, title] of titles) {
        const waited = await timeAfter(page, () => link(page, name).click(), { selector: 'h1', text: title, isComplete: true });
        if (!isWarm) continue;
        record(name === nav.board ? 'board' : 'pageChange', waited);
      }
    }
    await page.context().close();
  }
}
