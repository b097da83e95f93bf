import { sql } from 'kysely';
import { changeTicket } from '../../product/tickets/edits/actions.ts';
import { createSnippet } from '../../product/tickets/snippets/actions.ts';
import type { SnippetKind } from '../../product/tickets/snippets/schemas.ts';
import type { Category } from '../../product/tickets/tables.ts';
import { addLink } from '../../product/tickets/ticket-links/actions.ts';
import { replaceTags } from '../../product/tickets/ticket-tags/actions.ts';
import type { Actor } from '../../product/visibility.ts';
import type { SeededData } from './seed-accounts.ts';
import { fillInChecklist } from './seed-checklists.ts';
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
