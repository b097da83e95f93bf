import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Module } from '../../../platform/module/module.ts';
import { namedRows, ownRows } from '../../../platform/module/personal-data.ts';
import type { TicketField } from '../../../platform/module/ticket-fields.ts';
import { checklistRoutes } from './routes.ts';
import { ChecklistSummary } from './schemas.ts';

const checklistField: TicketField = {
  name: 'checklist',
  schema: {
    ...Type.Unsafe<ChecklistSummary | null>({ anyOf: [ChecklistSummary, { type: 'null' }] }),
    description: 'How far its checklist is; null: it has none.',
  },
  sparseColumn: {
    column: 'checklist',
    select: sql`
    select json_build_object('open_required', count(*) filter (where i.required and i.state = 'open'),
      'failed', count(*) filter (where i.state = 'failed'), 'items', count(*))
    from ticket_checklist_items as i where i.ticket_id = t.id having count(*) > 0`,
  },
};

/** Lists of what is to be looked at, filled in by the worker of a ticket (docs/decisions/checklists.md). */
export const checklists: Module = {
  name: 'checklists',
  tag: 'checklists',
  tables: ['checklists', 'ticket_checklists', 'ticket_checklist_items'],
  personalData: [
    ownRows('checklists', 'client_id', { kept: { name: 'the list', items: 'what is looked at' } }),
    { table: 'ticket_checklists', kept: { name: 'the list' } },
    namedRows('ticket_checklist_items', 'answered_by', 'answered_by_name', {
      kept: { value: 'what was found' },
      ticketColumn: 'ticket_id',
    }),
  ],
  routes: checklistRoutes,
  ticketAdditions: () => ({ fields: [checklistField] }),
};
