import type { Tx } from '../../platform/database/database.ts';
import { createChecklist } from '../../product/tickets/checklists/actions.ts';
import type { Checklist, NewItem } from '../../product/tickets/checklists/schemas.ts';
import { answerChecklist, putTicketChecklist } from '../../product/tickets/checklists/ticket-actions.ts';
import type { Actor } from '../../product/visibility.ts';
import type { SeededData } from './seed-accounts.ts';
import { type DemoLanguage, type Text, text } from './text.ts';

type Answer = boolean | number | Text | null;

const monthlyRound: [label: Text, item: Omit<NewItem, 'label' | 'choices'> & { choices?: Text[] }, answer: Answer][] = [
  [text('Emergency lights work', 'Notbeleuchtung funktioniert'), { kind: 'check', required: true }, true],
  [text('Fire doors close by themselves', 'Brandschutztüren schließen selbst'), { kind: 'check', required: true }, false],
  [text('Escape routes are free', 'Fluchtwege sind frei'), { kind: 'check', required: true }, true],
  [text('Pressure of the heating', 'Druck der Heizung'), { kind: 'number', unit: 'bar', min: 1, max: 2.5, required: true }, 1.6],
  [
    text('Temperature of the hot water', 'Temperatur des Warmwassers'),
    { kind: 'number', unit: '°C', min: 55, max: 65, required: true },
    58,
  ],
  [
    text('State of the roof', 'Zustand des Dachs'),
    { kind: 'choice', choices: [text('good', 'gut'), text('worn', 'abgenutzt'), text('leaks', 'undicht')] },
    text('worn', 'abgenutzt'),
  ],
  [text('What else was seen', 'Was sonst aufgefallen ist'), { kind: 'text' }, null],
  [text('Picture of the heating room', 'Bild des Heizungskellers'), { kind: 'photo', required: true }, null],
];

/** Creates the monthly round of a client. */
export function createMonthlyRound(tx: Tx, owner: Actor, language: DemoLanguage, at: Date): Promise<Checklist> {
  const items = monthlyRound.map(([label, { choices, ...item }]) => ({
    ...item,
    label: label[language],
    ...(choices && { choices: choices.map((choice) => choice[language]) }),
  }));
  const name = text('Monthly round', 'Monatlicher Rundgang')[language];
  return createChecklist(tx, owner, { name, items }, at);
}

/** Answers the monthly round of a ticket in progress, but for what asks for a photo. @param first so many items only */
export async function answerMonthlyRound(
  { deps, language }: Pick<SeededData, 'deps' | 'language'>,
  worker: Actor,
  ticket: number,
  at: Date,
  first = monthlyRound.length,
): Promise<void> {
  const copies = deps.db.read.selectFrom('ticket_checklist_items').select('item_id').where('ticket_id', '=', ticket);
  const items = await copies.orderBy('position').execute();
  if (items.length === 0) return;
  const answers = Object.fromEntries(
    items.slice(0, first).map(({ item_id }, i) => {
      const answer = monthlyRound[i]?.[2] ?? null;
      return [item_id, isText(answer) ? answer[language] : answer];
    }),
  );
  await deps.db.transaction((tx) => answerChecklist(tx, worker, ticket, { answers }, at));
}

const isText = (answer: Answer): answer is Text => typeof answer === 'object' && answer !== null;

/** How many items of the round in progress are answered. */
const answeredItems = 4;

/** The monthly round of a client in a ticket that is in progress, half filled in. */
export async function fillInChecklist(data: SeededData, owner: Actor): Promise<void> {
  const { deps, timeline, language } = data;
  const at = timeline.ago({ hours: 3 });
  const tickets = deps.db.read.selectFrom('tickets').select(['id', 'worker_id']).where('client_id', '=', owner.id);
  const ticket = await tickets.where('status', '=', 'in_progress').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!ticket?.worker_id) return;
  const known = deps.db.read.selectFrom('checklists').select('id').where('client_id', '=', owner.id);
  const list = await known.executeTakeFirst();
  await deps.db.transaction(async (tx) => {
    const { id } = list ?? (await createMonthlyRound(tx, owner, language, at));
    await putTicketChecklist(tx, owner, ticket.id, id);
  });
  await answerMonthlyRound(data, { id: ticket.worker_id, role: 'worker' }, ticket.id, at, answeredItems);
}
