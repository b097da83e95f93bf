import { sql } from 'kysely';
import { Type } from 'typebox';
import type { ListCaller, TicketField } from '../../../platform/module/ticket-fields.ts';
import { seesCosts } from '../../visibility.ts';
import { currencyOfTicket } from './queries.ts';
import { TicketCostSum } from './schemas.ts';

/** What both fields are made of. */
interface ReadSums {
  currency: string;
  limit: number | null;
  total: number;
  quoted: number | null;
  approved: number | null;
  /** the largest quote that was approved */
  covered: number | null;
}

// A list has the quotes of many tickets: those of one are read once for all numbers.
const selectSums = (_now: Date, caller: ListCaller) => sql`
  select json_build_object('currency', ${currencyOfTicket}, 'limit', (
      select s.approval_limit from project_costs as s where s.project_id = t.project_id
    ), 'total', c.total, 'quoted', q.quoted, 'approved', q.approved, 'covered', q.covered)
  from (select coalesce(sum(amount), 0) as total, count(*) as n from ticket_costs where ticket_id = t.id) as c, (
    select count(*) as n, max(total) filter (where status = 'approved') as covered,
      (array_agg(total order by id desc) filter (where status <> 'withdrawn'))[1] as quoted,
      (array_agg(total order by id desc) filter (where status = 'approved'))[1] as approved
    from ticket_quotes where ticket_id = t.id
  ) as q
  where (c.n > 0 or q.n > 0) and ${seesCosts(caller)}`;

const isSums = (value: unknown): value is ReadSums => typeof value === 'object' && value !== null;

/** A ticket has one open quote, which is newer than all others. */
export const costField: TicketField = {
  name: 'cost',
  schema: {
    ...Type.Unsafe<TicketCostSum | null>({ anyOf: [TicketCostSum, { type: 'null' }] }),
    description: 'For the owner, admins and the assigned worker; null: there are no costs and no quotes.',
  },
  columns: sql`null as cost, false as over_limit`,
  sparseColumn: { column: 'cost_sums', select: selectSums },
  present: ({ cost_sums: sums }) => {
    if (!isSums(sums)) return null;
    const { currency, total, quoted, approved } = sums;
    return { currency, total, quoted, approved };
  },
};

export const overLimitField: TicketField = {
  name: 'over_limit',
  schema: {
    type: 'boolean',
    description: 'The costs are above the limit of the project, and no quote of at least their sum was approved.',
  },
  present: ({ cost_sums: sums }) =>
    isSums(sums) && sums.limit !== null && sums.total > sums.limit && (sums.covered === null || sums.covered < sums.total),
};
