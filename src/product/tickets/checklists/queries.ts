import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { forbidden, notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { type Actor, canArrange, seesTicket } from '../../visibility.ts';
import type { Checklist, ChecklistQuery, TicketChecklist, TicketItem, UsableChecklist, UsableChecklistQuery } from './schemas.ts';
import './tables.ts';

export const checklistColumns = ['id', 'client_id', 'name', 'items', 'created_at'] as const;

/** A client has its own checklists, an admin all of them. */
export const seesChecklist = (actor: Actor): RawBuilder<SqlBool> =>
  actor.role === 'admin' ? sql`true` : sql`checklists.client_id = ${actor.id}`;

/** Lists the checklists that the actor sees, by their names. */
export function listChecklists(db: Db, actor: Actor, query: ChecklistQuery): Promise<Page<Checklist>> {
  const { client_id } = query;
  const visible = db.selectFrom('checklists').where(seesChecklist(actor));
  const found = client_id === undefined ? visible : visible.where('client_id', '=', client_id);
  return selectPage(found.select(checklistColumns), query, sortsOf(query));
}

const sortsOf = ({ sort }: UsableChecklistQuery) =>
  ({ column: `checklists.${sort}`, id: 'checklists.id', direction: 'asc' }) as const;

/** Reads a checklist. @throws 404 missing or not visible */
export async function getChecklist(db: Db, actor: Actor, id: number): Promise<Checklist> {
  const found = db.selectFrom('checklists').select(checklistColumns).where('id', '=', id).where(seesChecklist(actor));
  const checklist = await found.executeTakeFirst();
  if (!checklist) throw notFound('checklist');
  return checklist;
}

/**
 * Lists the checklists that can be copied to a ticket: those of its client and of the admins.
 * @throws 404 no such ticket, 403 it is not visible, or not the actor's to arrange
 */
export async function listUsableChecklists(
  db: Db,
  actor: Actor,
  ticketId: number,
  query: UsableChecklistQuery,
): Promise<Page<UsableChecklist>> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.client_id', seesTicket(actor).as('visible'), canArrange(actor).as('arrangeable')])
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (!ticket.arrangeable) throw forbidden('not_assigned_to_you', errorMessages.notAssignedToYou);
  const usable = db
    .selectFrom('checklists')
    .where((e) => e.or([e('client_id', 'is', null), e('client_id', '=', ticket.client_id)]));
  const rows = usable.select(['id', 'name', sql<number>`jsonb_array_length(items)`.as('items')]);
  return selectPage(rows, query, sortsOf(query));
}

/** Reads the checklist of a ticket, whose visibility the caller has checked. @throws 404 it has none */
export async function getTicketChecklist(db: Db, ticketId: number): Promise<TicketChecklist> {
  const copies = db.selectFrom('ticket_checklists').select(['checklist_id', 'name']).where('ticket_id', '=', ticketId);
  const copy = await copies.executeTakeFirst();
  if (!copy) throw notFound('checklist');
  const { rows: items } = await readItems(ticketId, copy.checklist_id).execute(db);
  return {
    ...copy,
    items: items.map(present),
    open_required: items.filter(({ required, state }) => required && state === 'open').length,
    failed: items.filter(({ state }) => state === 'failed').length,
  };
}

type ItemRow = Omit<TicketItem, 'unit' | 'min' | 'max' | 'choices'> & {
  unit: string | null;
  min: number | null;
  max: number | null;
  choices: string[] | null;
};

/** An item is looked up in the newest earlier ticket of the building that has an answer to it. */
const readItems = (ticketId: number, checklistId: number | null): RawBuilder<ItemRow> => sql`
  select i.item_id as id, i.label, i.kind, i.required, i.unit, i.min::float8 as min, i.max::float8 as max, i.choices,
    coalesce(i.value, to_jsonb(i.photo_id)) as value, i.state,
    case when i.state <> 'open' then i.answered_at end as answered_at,
    case when i.state <> 'open' then i.answered_by_name else '' end as answered_by_name, (
      select json_build_object('value', coalesce(p.value, to_jsonb(p.photo_id)), 'answered_at', p.answered_at)
      from ticket_checklists as c join tickets as before on before.id = c.ticket_id
        join ticket_checklist_items as p on p.ticket_id = c.ticket_id and p.item_id = i.item_id
      where c.checklist_id = ${checklistId}::integer and c.ticket_id < ${ticketId} and p.state <> 'open'
        and before.object_id = (select object_id from tickets where id = ${ticketId})
      order by c.ticket_id desc limit 1
    ) as previous
  from ticket_checklist_items as i where i.ticket_id = ${ticketId} order by i.position`;

function present({ unit, min, max, choices, previous, ...item }: ItemRow): TicketItem {
  return {
    ...item,
    ...(unit !== null && { unit }),
    ...(min !== null && { min }),
    ...(max !== null && { max }),
    ...(choices !== null && { choices }),
    previous: previous && { ...previous, answered_at: new Date(previous.answered_at).toISOString() },
  };
}
