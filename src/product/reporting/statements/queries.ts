import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { maxAmount, sumOf } from '../../../platform/lib/money.ts';
import { type CostTotal, defaultCurrency } from '../../tickets/costs/schemas.ts';
import '../../tickets/costs/tables.ts';
import '../../tickets/ticket-equipment/schemas.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import type { CostFileQuery, PlaceCostsQuery } from './schemas.ts';
import type { StatementData, StatementLine, StatementObject, StatementProject, StatementTicket } from './statement-data.ts';

/** Lines of a statement, so that none takes more than some seconds; sums are of all lines. */
const maxLines = 1_500;

/** A sum that is never larger than an exact integer of JavaScript. */
const bounded = (sum: RawBuilder<unknown>): RawBuilder<number> => sql`least(${sum}, ${sql.lit(maxAmount)}::numeric)::bigint`;
const sumOfTotals = (parts: readonly { total: number }[]): number => sumOf(parts.map(({ total }) => total)) ?? maxAmount;

interface SumRow {
  project_id: number;
  project_name: string;
  currency: string;
  object_id: number;
  object_name: string;
  address: string;
  total: number;
  deleted: number;
}

interface LineRow extends StatementLine {
  object_id: number;
  ticket_id: number;
  description: string;
  /** of the month */
  lines: number;
}

/** Reads the costs of a client in a month, project by project. @param month such as `2026-03` */
export async function readStatement(
  db: Db,
  clientId: string,
  month: string,
  projectId: number | undefined,
): Promise<Pick<StatementData, 'projects' | 'totals' | 'furtherLines'>> {
  const first = sql`${`${month}-01`}::date`;
  const isInMonth = (day: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql`(${day} >= ${first} and ${day} < ${first} + interval '1 month')`;
  const ofProject = projectId === undefined ? sql`` : sql`and p.id = ${projectId}`;
  const { rows: sums } = await sql<SumRow>`
    select p.id as project_id, p.name as project_name, coalesce(s.currency, ${sql.lit(defaultCurrency)}) as currency,
      c.object_id, coalesce(o.name, '') as object_name, coalesce(o.address, '') as address,
      ${bounded(sql`sum(c.amount)`)} as total, ${bounded(sql`coalesce(sum(c.amount) filter (where c.is_deleted), 0)`)} as deleted
    from (
      select t.project_id, t.object_id, c.amount, false as is_deleted
      from ticket_costs as c join tickets as t on t.id = c.ticket_id
      where t.client_id = ${clientId} and ${isInMonth(sql`c.on_day`)}
      union all
      select d.project_id, d.object_id, d.amount, true from deleted_ticket_costs as d where ${isInMonth(sql`d.on_day`)}
    ) as c join projects as p on p.id = c.project_id and p.client_id = ${clientId} ${ofProject}
    left join objects as o on o.id = c.object_id left join project_costs as s on s.project_id = p.id
    group by 1, 2, 3, 4, 5, 6 order by p.name, p.id, object_name, c.object_id`.execute(db);
  const { rows: lines } = await sql<LineRow>`
    select t.object_id, t.id as ticket_id, t.description, c.text, c.quantity, c.unit, c.unit_price, c.amount, c.on_day::text as "on",
      count(*) over () as lines
    from ticket_costs as c join tickets as t on t.id = c.ticket_id join projects as p on p.id = t.project_id
    join objects as o on o.id = t.object_id
    where t.client_id = ${clientId} and ${isInMonth(sql`c.on_day`)} ${ofProject}
    order by p.name, p.id, o.name, o.id, t.id, c.on_day, c.id limit ${maxLines}`.execute(db);
  const projects = projectsOf(sums, lines);
  const totals = Map.groupBy(projects, ({ currency }) => currency);
  return {
    projects,
    totals: [...totals]
      .map(([currency, of]) => ({ currency, total: sumOfTotals(of) }))
      .sort((a, b) => a.currency.localeCompare(b.currency)),
    furtherLines: (lines[0]?.lines ?? 0) - lines.length,
  };
}

function projectsOf(sums: readonly SumRow[], lines: readonly LineRow[]): StatementProject[] {
  const linesOfObject = Map.groupBy(lines, ({ object_id }) => object_id);
  const ofProject = Map.groupBy(sums, ({ project_id }) => project_id);
  return [...ofProject.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const objects = rows.map(
      ({ object_id, object_name: name, address, total, deleted }): StatementObject => ({
        ...{ name, address, total, deleted },
        tickets: ticketsOf(linesOfObject.get(object_id) ?? []),
      }),
    );
    return [{ name: first.project_name, currency: first.currency, total: sumOfTotals(objects), objects }];
  });
}

const ticketsOf = (lines: readonly LineRow[]): StatementTicket[] =>
  [...Map.groupBy(lines, ({ ticket_id }) => ticket_id)].map(([id, of]) => ({
    id,
    description: of[0]?.description ?? '',
    lines: of.map(({ text, quantity, unit, unit_price, amount, on }) => ({ text, quantity, unit, unit_price, amount, on })),
  }));

/** A line of costs with what it belongs to, for an accounting program. */
export type CostFileRow = Readonly<Record<string, unknown>> & { currency: string; unit_price: number; amount: number };

/** The SELECT of all lines of the projects that an account sees, by day. */
export const costFileRows = (actor: Actor, { project_id, ...range }: CostFileQuery): RawBuilder<CostFileRow> => sql`
  select c.id, c.on_day::text as date, c.kind, c.text, c.quantity::text, c.unit, c.unit_price, c.amount,
    coalesce(s.currency, ${sql.lit(defaultCurrency)}) as currency, c.ticket_id, t.category, t.status, t.closed_at,
    t.project_id, p.name as project, t.object_id, o.name as object, t.client_id, client.name as client, c.worker_id, c.worker_name as worker
  from ticket_costs as c join tickets as t on t.id = c.ticket_id
  join projects as p on p.id = t.project_id and ${seesProject(actor)}
  join objects as o on o.id = t.object_id join users as client on client.id = t.client_id
  left join project_costs as s on s.project_id = p.id
  where ${isBetween(range)}
    ${project_id === undefined ? sql`` : sql`and t.project_id = ${project_id}`}
  order by c.on_day, c.id`;

/** Whether the day of a line `c` is in the range, both days of which count. */
const isBetween = ({ from, to }: PlaceCostsQuery): RawBuilder<SqlBool> => sql`
  true ${from === undefined ? sql`` : sql`and c.on_day >= ${from}::date`}
  ${to === undefined ? sql`` : sql`and c.on_day <= ${to}::date`}`;

/** Sums the costs of an object, with those of tickets that were deleted. The caller has checked that it may be seen. */
export const sumCostsOfObject = (
  db: Db,
  object: { id: number; project_id: number },
  range: PlaceCostsQuery,
): Promise<CostTotal> =>
  sumCosts(
    db,
    object.project_id,
    range,
    sql`
      select c.amount, c.on_day from ticket_costs as c join tickets as t on t.id = c.ticket_id where t.object_id = ${object.id}
      union all
      select d.amount, d.on_day from deleted_ticket_costs as d
      where d.project_id = ${object.project_id} and d.object_id = ${object.id}`,
  );

/**
 * Sums the costs of equipment. Of deleted tickets it is not known which they were about. The caller has checked that the equipment may be
 * seen. The table ticket_equipment belongs to tickets/ticket-equipment, which may be missing: then it is empty.
 */
export const sumCostsOfEquipment = (
  db: Db,
  equipment: { id: number; project_id: number },
  range: PlaceCostsQuery,
): Promise<CostTotal> =>
  sumCosts(
    db,
    equipment.project_id,
    range,
    sql`
      select c.amount, c.on_day from ticket_costs as c join ticket_equipment as te on te.ticket_id = c.ticket_id
      where te.equipment_id = ${equipment.id}`,
  );

async function sumCosts(db: Db, projectId: number, range: PlaceCostsQuery, lines: RawBuilder<unknown>): Promise<CostTotal> {
  const { rows } = await sql<CostTotal>`
    select coalesce((select currency from project_costs where project_id = ${projectId}), ${sql.lit(defaultCurrency)}) as currency,
      ${bounded(sql`coalesce(sum(c.amount), 0)`)} as total
    from (${lines}) as c where ${isBetween(range)}`.execute(db);
  return rows[0] ?? { currency: defaultCurrency, total: 0 };
}
