import type { Page } from '@playwright/test';
import { en } from '../../web/src/i18n/en.ts';
import { en as addWorkerTexts } from '../../web/src/pages/projects/texts/en.ts';
import { en as list } from '../../web/src/pages/tickets/texts/en.ts';
import { type Demo, phone } from './demo.ts';
import type { RecordWait } from './figures.ts';
import { timeAfter } from './timing.ts';

const byName = (page: Page, role: 'button' | 'link', name: string) => page.getByRole(role, { name, exact: true });
const currentStep = '[aria-current=step]';

/** What clients do, on a phone. */
export async function measureClient(demo: Demo, round: number, record: RecordWait): Promise<void> {
  const names = { confirmed: `Heater ${round} is cold`, rejected: `Window ${round} rattles`, created: `Lamp ${round} is dark` };
  const prepared = [
    await demo.ticket(names.confirmed, 'take', 'start', 'done'),
    await demo.ticket(names.rejected, 'take', 'start', 'done'),
  ];
  const page = await demo.open('client', phone);
  const decision = (name: string) => page.locator('.decision', { hasText: name });
  const { confirm, reject } = en.labels.operation;
  await decision(names.confirmed).waitFor();
  const confirmButton = decision(names.confirmed).getByRole('button', { name: confirm });
  record(
    'confirm',
    await timeAfter(page, () => confirmButton.tap(), { selector: '.decision', text: en.labels.status.confirmed }),
  );
  await decision(names.rejected).getByRole('button', { name: reject }).tap();
  await page.getByLabel(en.ticket.reason).fill('It still rattles');
  const rejectButton = page.getByRole('dialog').getByRole('button', { name: reject });
  record('rework', await timeAfter(page, () => rejectButton.tap(), { selector: '.decision', text: en.ticket.rejected }));

  await page.locator('.bottom-nav').getByRole('link', { name: en.client.create }).tap();
  await page.locator('.option-list button').first().tap();
  await page.getByRole('radio', { name: en.labels.category.electric }).check();
  await page.getByLabel(en.create.description).fill(names.created);
  const send = byName(page, 'button', en.create.submit);
  record('create', await timeAfter(page, () => send.tap(), { selector: 'h1', text: names.created }));
  const [, created] = /tickets\/(\d+)/.exec(page.url()) ?? [];
  prepared.push(Number(created));

  await page.locator('.bottom-nav').getByRole('link', { name: en.nav.home }).tap();
  const recent = page.getByRole('link', { name: names.created, exact: true });
  await recent.waitFor();
  record('progress', await timeAfter(page, () => recent.tap(), { selector: currentStep, text: en.labels.status.new }));
  await measureSearch(page, record);
  await measureSettings(demo, page, record);
  await page.context().close();
  for (const id of prepared) await demo.close(id);
  await measureFirstDay(demo, round, record);
}

async function measureSearch(page: Page, record: RecordWait): Promise<void> {
  await page.locator('.bottom-nav').getByRole('link', { name: en.nav.tickets }).tap();
  await page.getByRole('navigation', { name: en.list.status }).getByRole('link', { name: list.tabs.all }).tap();
  await byName(page, 'button', en.list.category).tap();
  await page.getByRole('dialog').getByRole('button', { name: en.labels.category.elevator }).tap();
  await page.waitForURL(/category=elevator/);
  await page.waitForTimeout(1_000); // until the list of the category is read
  const selector = `[aria-label="${en.list.filters}"] [role=status]`;
  const text = await page.locator(selector).innerText();
  await byName(page, 'button', list.createdDate).tap();
  const lastMonth = page.getByRole('dialog').getByRole('button', { name: list.datePresets.lastMonth });
  const isRead = { selector, text, isGone: true, isComplete: true };
  record('find', await timeAfter(page, () => lastMonth.tap(), isRead));
}

async function measureSettings(demo: Demo, page: Page, record: RecordWait): Promise<void> {
  await page.locator('.bottom-nav').getByRole('link', { name: en.nav.rules }).tap();
  await byName(page, 'link', en.rule.create).tap();
  await page.locator('.option-list button').first().tap();
  await page.getByLabel(en.rule.description).fill('Check the emergency lights');
  const create = byName(page, 'button', en.app.create);
  record('schedule', await timeAfter(page, () => create.tap(), { selector: 'main', text: en.rule.nextRunStatus }));
  const [, rule] = /rules\/(\d+)/.exec(page.url()) ?? [];
  await demo.call('client', 'DELETE', `/recurring/${rule}`);
  // Its name ends with the number of unread ones.
  const notifications = page.getByRole('link', { name: en.nav.notifications }).filter({ visible: true });
  record(
    'notifications',
    await timeAfter(page, () => notifications.tap(), { selector: 'h1', text: en.nav.notifications, isComplete: true }),
  );
}

/** From an empty account to a worker with an invitation. */
async function measureFirstDay(demo: Demo, round: number, record: RecordWait): Promise<void> {
  const email = await demo.newClient(`Nora${round}`);
  const page = await demo.open(email, phone);
  const dialog = page.getByRole('dialog');
  const { steps } = en.getStarted;
  await byName(page, 'button', steps.project).tap();
  await dialog.getByLabel(en.project.name).fill('Tower');
  const createProject = dialog.getByRole('button', { name: en.app.create });
  record('createProject', await timeAfter(page, () => createProject.tap(), { selector: 'main button', text: steps.object }));
  await byName(page, 'button', steps.object).tap();
  await dialog.getByLabel(en.project.name).fill('Lobby');
  await dialog.getByLabel(en.project.address).fill('River Street 12');
  const save = dialog.getByRole('button', { name: en.app.save });
  record('addBuilding', await timeAfter(page, () => save.tap(), { selector: 'main button', text: steps.ticket }));
  await byName(page, 'button', steps.worker).tap();
  await dialog.getByRole('button', { name: addWorkerTexts.create }).tap();
  await dialog.getByLabel(en.people.name).fill('Otto Weber');
  await dialog.getByLabel(en.people.email).fill(`otto${round}@demo.callout.example`);
  const add = dialog.getByRole('button', { name: addWorkerTexts.submit });
  record('addWorker', await timeAfter(page, () => add.tap(), { selector: 'dialog code' }));
  await page.context().close();
}
