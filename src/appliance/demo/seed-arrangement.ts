import { sql } from 'kysely';
import { createChecklist } from '../../product/checklists/actions.ts';
import type { NewItem } from '../../product/checklists/schemas.ts';
import { answerChecklist, putTicketChecklist } from '../../product/checklists/ticket-actions.ts';
import { changeTicket } from '../../product/edits/actions.ts';
import { createSnippet } from '../../product/snippets/actions.ts';
import type { SnippetKind } from '../../product/snippets/schemas.ts';
import { addLink } from '../../product/ticket-links/actions.ts';
import { replaceTags } from '../../product/ticket-tags/actions.ts';
import type { Category } from '../../product/tickets/tables.ts';
import type { Actor } from '../../product/visibility.ts';
import type { SeededData } from './seed-accounts.ts';
import { type Text, text } from './text.ts';

/** So many tickets of a client and category get the tags of the category. */
const taggedTickets = 4;

const tagsOfCategory: Partial<Record<Category, Text[]>> = {
  electric: [text('Warranty', 'Gewährleistung')],
  plumbing: [text('Water damage', 'Wasserschaden'), text('Insurance', 'Versicherung')],
  elevator: [text('Maintenance contract', 'Wartungsvertrag')],
};

const snippets: [kind: SnippetKind, title: Text, words: Text][] = [
  [
    'comment',
    text('Key', 'Schlüssel'),
    text('The caretaker has the key until four.', 'Der Hausmeister hat den Schlüssel bis vier.'),
  ],
  [
    'reject',
    text('Not tidied up', 'Nicht aufgeräumt'),
    text('Please remove the waste as well.', 'Bitte räumen Sie auch den Abfall weg.'),
  ],
  ['cancel', text('Reported twice', 'Doppelt gemeldet'), text('This was reported before.', 'Das wurde schon gemeldet.')],
  ['hand_back', text('No access', 'Kein Zugang'), text('Nobody was there to let us in.', 'Es war niemand da, der geöffnet hat.')],
];

/** Tags and links of tickets, a correction of one that is under way, a checklist, and texts to choose from. */
export async function seedArrangement(data: SeededData): Promise<void> {
  const { deps, timeline, projects, language, admin } = data;
  const owners = new Map(projects.map(({ owner }) => [owner.id, owner]));
  for (const owner of owners.values()) {
    await tagTickets(data, owner);
    await linkRepeated(data, owner);
  }
  const [first] = owners.values();
  if (first) await correctTicket(data, first);
  if (first) await fillInChecklist(data, first);
  for (const [kind, title, words] of snippets) {
    const snippet = { kind, title: title[language], text: words[language], shared: true };
    await deps.db.transaction((tx) => createSnippet(tx, admin, snippet, timeline.ago({ days: 30 })));
  }
}

const monthlyRound: [
  label: Text,
  item: Omit<NewItem, 'label' | 'choices'> & { choices?: Text[] },
  answer: boolean | number | Text | null,
][] = [
  [text('Emergency lights work', 'Notbeleuchtung funktioniert'), { kind: 'check', required: true }, true],
  [text('Fire doors close by themselves', 'Brandschutztüren schließen selbst'), { kind: 'check', required: true }, false],
  [text('Pressure of the heating', 'Druck der Heizung'), { kind: 'number', unit: 'bar', min: 1, max: 2.5, required: true }, 1.6],
  [
    text('State of the roof', 'Zustand des Dachs'),
    { kind: 'choice', choices: [text('good', 'gut'), text('worn', 'abgenutzt'), text('leaks', 'undicht')] },
    text('worn', 'abgenutzt'),
  ],
  [text('Picture of the heating room', 'Bild des Heizungskellers'), { kind: 'photo', required: true }, null],
];

/** A checklist of a client, and its copy in a ticket that is in progress, half filled in. */
async function fillInChecklist({ deps, timeline, language }: SeededData, owner: Actor): Promise<void> {
  const at = timeline.ago({ hours: 3 });
  const items = monthlyRound.map(([label, { choices, ...item }]) => ({
    ...item,
    label: label[language],
    ...(choices && { choices: choices.map((choice) => choice[language]) }),
  }));
  const name = text('Monthly round', 'Monatlicher Rundgang')[language];
  const list = await deps.db.transaction((tx) => createChecklist(tx, owner, { name, items }, at));
  const tickets = deps.db.read.selectFrom('tickets').select(['id', 'worker_id']).where('client_id', '=', owner.id);
  const ticket = await tickets.where('status', '=', 'in_progress').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!ticket?.worker_id) return;
  const worker: Actor = { id: ticket.worker_id, role: 'worker' };
  const answers = Object.fromEntries(
    monthlyRound.map(([, , answer], i) => [list.items[i]?.id ?? '', isText(answer) ? answer[language] : answer]),
  );
  await deps.db.transaction(async (tx) => {
    await putTicketChecklist(tx, owner, ticket.id, list.id);
    await answerChecklist(tx, worker, ticket.id, { answers }, at);
  });
}

const isText = (answer: boolean | number | Text | null): answer is Text => typeof answer === 'object' && answer !== null;

async function tagTickets({ deps, language }: SeededData, owner: Actor): Promise<void> {
  for (const [category, texts] of Object.entries(tagsOfCategory) as [Category, Text[]][]) {
    const tickets = deps.db.read.selectFrom('tickets').select('id').where('client_id', '=', owner.id);
    const newest = await tickets.where('category', '=', category).orderBy('id', 'desc').limit(taggedTickets).execute();
    const tags = texts.map((tag) => tag[language]);
    for (const { id } of newest) await deps.db.transaction((tx) => replaceTags(tx, owner, id, { tags }));
  }
}

/** Links the two newest tickets of one object and category. */
async function linkRepeated({ deps }: SeededData, owner: Actor): Promise<void> {
  const { rows } = await sql<{ newer: number; older: number }>`
    select max(newer.id) as newer, max(older.id) as older from tickets as newer join tickets as older
      on older.object_id = newer.object_id and older.category = newer.category and older.id < newer.id
    where newer.client_id = ${owner.id} group by newer.object_id, newer.category order by newer desc limit 1`.execute(
    deps.db.read,
  );
  const [pair] = rows;
  if (!pair) return;
  await deps.db.transaction((tx) => addLink(tx, owner, pair.newer, { ticket_id: pair.older, kind: 'follow_up' }));
}

/** The client corrects a ticket that its worker has not started. */
async function correctTicket({ deps, timeline, language }: SeededData, owner: Actor): Promise<void> {
  const at = timeline.ago({ minutes: 50 });
  const ticket = await deps.db.read
    .selectFrom('tickets')
    .select('id')
    .where('client_id', '=', owner.id)
    .where('status', '=', 'assigned')
    .where(sql<string>`coalesce(updated_at, created_at)`, '<', at.toISOString())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!ticket) return;
  const floor = text('2nd floor, left', '2. OG links')[language];
  await deps.db.transaction((tx) => changeTicket(tx, deps, owner, ticket.id, { priority: 'high', floor }, at));
}
