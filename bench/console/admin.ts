import type { Page } from '@playwright/test';
import { en as bulk } from '../../web/src/components/assigning/texts/en.ts';
import { en } from '../../web/src/i18n/en.ts';
import { en as health } from '../../web/src/pages/admin/health-texts/en.ts';
import { type Demo, desktop, type Role } from './demo.ts';
import type { RecordWait } from './figures.ts';
import { type Shown, timeAfter } from './timing.ts';

/** A link of the menu. */
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).filter({ visible: true }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What admins do, on a desktop. */
export async function measureAdmin(demo: Demo, round: number, record: RecordWait): Promise<void> {
  const tickets: number[] = [];
  for (let lamp = 1; lamp <= 5; lamp++) tickets.push(await demo.ticket(`Bulb ${round}.${lamp} is broken`));
  const page = await demo.open('admin', desktop);
  await measureAssignment(page, round, tickets, record);
  await measureAccounts(page, round, record);
  record('status', await timeAfter(page, () => link(page, en.nav.health).click(), ready(health.title)));
  await page.context().close();
  for (const id of tickets) await demo.close(id);
}

const ready = (title: string): Shown => ({ selector: 'h1', text: title, isComplete: true });

async function measureAssignment(page: Page, round: number, tickets: number[], record: RecordWait): Promise<void> {
  await link(page, en.nav.tickets).click();
  const [first = 0, last = 0] = [tickets[0], tickets.at(-1)];
  await button(page, en.app.search).click();
  const field = page.getByRole('dialog').getByRole('searchbox');
  await field.fill(`#${first}`);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: `Bulb ${round}.1` })
    .waitFor();
  record('openByNumber', await timeAfter(page, () => field.press('Enter'), { selector: 'h1', text: `Bulb ${round}.1` }));
  await link(page, en.nav.tickets).click();
  await page.getByRole('checkbox', { name: en.assigning.select(last) }).click();
  await page.getByRole('checkbox', { name: en.assigning.select(first) }).click({ modifiers: ['Shift'] });
  await button(page, bulk.assignTo).click();
  const option = page.getByRole('dialog').locator('.option-list button').first();
  await option.waitFor();
  const [text = ''] = bulk.done.assign(5, '|').split('|');
  record('assignFive', await timeAfter(page, () => option.click(), { selector: '.bulk-result', text }));
}

async function measureAccounts(page: Page, round: number, record: RecordWait): Promise<void> {
  const [name, email] = [`Petra Measured ${round}`, `petra${round}@demo.callout.example`];
  await link(page, en.nav.users).click();
  await button(page, en.people.create).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en.people.name).fill(name);
  await dialog.getByLabel(en.people.email).fill(email);
  await dialog.getByLabel(en.people.password).first().fill('a long enough password 7');
  const create = dialog.getByRole('button', { name: en.app.create, exact: true });
  record('createAccount', await timeAfter(page, () => create.click(), { selector: 'main li', text: email }));
  await page.waitForURL(/[?&]q=petra/); // the list shows the new account alone
  await page.getByRole('button', { name: `${en.app.manage} ${name}` }).click();
  const reset = dialog.getByRole('button', { name: en.people.resetLink });
  record('resetLink', await timeAfter(page, () => reset.click(), { selector: 'dialog', text: en.people.resetTitle }));
  const disable = dialog.getByRole('button', { name: en.people.disable, exact: true });
  record('disable', await timeAfter(page, () => disable.click(), { selector: '.toast', text: en.people.disabledNow(name) }));
}

/** Every page of the menu, after each was open once. The first page of admins, the board, is measured for itself. */
export async function measurePageChanges(demo: Demo, record: RecordWait): Promise<void> {
  const { nav, client, list, project, rule, people, board } = en;
  const pages: [Role, [string, string][]][] = [
    [
      'client',
      [
        [nav.tickets, list.title],
        [nav.projects, project.title],
        [nav.rules, rule.title],
        [nav.workers, people.workers],
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
        [nav.health, health.title],
        [nav.audit, nav.audit],
        [nav.board, board.title],
      ],
    ],
  ];
  for (const [role, titles] of pages) {
    const page = await demo.open(role, desktop);
    for (const isWarm of [false, true]) {
      for (const [name, title] of titles) {
        const waited = await timeAfter(page, () => link(page, name).click(), ready(title));
        if (!isWarm) continue;
        record(name === nav.board ? 'board' : 'pageChange', waited);
      }
    }
    await page.context().close();
  }
}
