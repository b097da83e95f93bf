import { sql } from 'kysely';
import { shaped } from '../../platform/database/shapes.ts';
import { journalColumns, journalEntry } from './journal.ts';
import { type TicketRow, ticketColumns } from './queries.ts';
import type { Category, Priority } from './tables.ts';

export interface NewTicket {
  object_id: number;
  category: Category;
  priority: Priority;
  description: string;
  floor: string;
}

/** A ticket with the ids that stand behind it. */
interface CreateValues extends NewTicket {
  /** the client whose project it must be in */
  owner: string;
  /** the author in the journal; null: an account that is gone, named by author_name */
  me: string | null;
  author_name: string;
  rule_id: number | null;
  now: Date;
}

/** Makes a ticket with its first journal entry. No row: no such object of the owner's, or it is disabled. */
export const insertTicket = shaped<'create', CreateValues, TicketRow>((db, _, slot) =>
  db
    .with('place', (q) =>
      q
        .selectFrom('objects as o')
        .innerJoin('projects as p', 'p.id', 'o.project_id')
        .select(['o.id', 'o.project_id', 'o.address', 'p.client_id'])
        .where('o.id', '=', slot('object_id'))
        .where('p.client_id', '=', slot('owner'))
        .where('o.is_active', '=', true)
        .where('p.is_active', '=', true)
        .forShare(['p', 'o']),
    )
    .with('created', (q) =>
      q
        .insertInto('tickets')
        .columns([
          'object_id',
          'project_id',
          'client_id',
          'address',
          'category',
          'priority',
          'description',
          'floor',
          'rule_id',
          'created_at',
        ])
        .expression((from) =>
          from
            .selectFrom('place')
            .select([
              'place.id',
              'place.project_id',
              'place.client_id',
              'place.address',
              sql<Category>`${slot('category')}::ticket_category`.as('category'),
              sql<Priority>`${slot('priority')}::ticket_priority`.as('priority'),
              sql<string>`${slot('description')}::text`.as('description'),
              sql<string>`${slot('floor')}::text`.as('floor'),
              sql<number | null>`${slot('rule_id')}::integer`.as('rule_id'),
              sql<Date>`${slot('now')}::timestamptz`.as('created_at'),
            ]),
        )
        .returningAll(),
    )
    .with('entry', (q) =>
      q
        .insertInto('ticket_events')
        .columns(journalColumns)
        .expression((from) =>
          from.selectFrom('created as t').select(journalEntry('created', slot, { authorName: slot('author_name') })),
        ),
    )
    .selectFrom('created as t')
    .select(ticketColumns),
);
