import { sql } from 'kysely';
import { Type } from 'typebox';
import { OneOf } from '../../../platform/http/schemas.ts';
import type { TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import { deadlineColumns, deadlineJoin, presentDeadline, type ReadDeadline } from './deadline-row.ts';
import { TicketDeadline } from './schemas.ts';

/** What lists of tickets show of deadlines. Filter and order read the table, which follows a change within seconds. */
export const deadlineAdditions: TicketAdditions = {
  fields: [
    {
      name: 'deadline',
      schema: Type.Union([TicketDeadline, Type.Null()], { description: 'null: its project has no targets for it.' }),
      columns: deadlineColumns,
      join: deadlineJoin,
      present: (row, { now }) => presentDeadline(row as unknown as ReadDeadline, now),
    },
  ],
  filters: [
    {
      name: 'overdue',
      schema: { ...OneOf(['true', 'false']), description: 'true: only those of which a deadline has passed.' },
      condition: (value, { now }) => {
        // The row of a ticket that was just closed may not be written yet.
        const isOverdue = sql`(t.status <> 'closed' and t.id in (select ticket_id from ticket_deadlines where due_at <= ${now}))`;
        return value === 'true' ? sql`${isOverdue}` : sql`not ${isOverdue}`;
      },
    },
  ],
  orders: [
    {
      name: 'due',
      // Of those whom a client or a worker sees, few are open; the planner would read the deadlines of all.
      join: (isOfAll) =>
        isOfAll
          ? sql`join ticket_deadlines as due on due.ticket_id = t.id and due.due_at is not null and t.status <> 'closed'`
          : sql`join lateral (
              select d.due_at from ticket_deadlines as d
              where d.ticket_id = t.id and d.due_at is not null and t.status <> 'closed' limit 1
            ) as due on true`,
      rank: sql`due.due_at`,
      hasNoRank: sql`(t.status = 'closed' or not exists (
        select from ticket_deadlines as due where due.ticket_id = t.id and due.due_at is not null))`,
      direction: 'asc',
    },
  ],
};
