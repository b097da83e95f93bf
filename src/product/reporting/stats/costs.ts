import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import { type CostTotal, defaultCurrency } from '../../tickets/costs/schemas.ts';
import '../../places/equipment/tables.ts';
import type { Category } from '../../tickets/tables.ts';
import type { Actor } from '../../visibility.ts';
import { deletedObject, groupings } from './found-entries.ts';
import type { StatsRange } from './range.ts';
import { seesStats } from './range.ts';
import { maxGroups, type Stats } from './schemas.ts';

interface CostRow extends CostTotal {
  grouping: number;
  /** the index of the bucket, from 1 */
  bucket: number | null;
  category: Category | null;
  /** 0: objects that were deleted */
  object_id: number | null;
  object_name: string | null;
}

/** Costs of a range, by what they are summed over. */
export interface StatsCosts {
  ofBucket: (index: number) => CostTotal[];
  ofAll: CostTotal[];
  byCategory: ReadonlyMap<Category, CostTotal[]>;
  /** by object, those with the highest costs first; 0: objects that were deleted */
  byObject: ReadonlyMap<number, { name: string | null; costs: CostTotal[] }>;
}

/**
 * Sums costs by bucket, category and object, and all of them, for each currency. A line counts on its day, of which the time zone of the
 * range decides when it begins; tickets that retention has deleted count too.
 */
export async function readStatsCosts(db: Db, actor: Actor, range: StatsRange): Promise<StatsCosts> {
  const { starts, timezone, projectId } = range;
  const days = starts.map((start) => dayOf(start, timezone));
  const isInRange = dayCondition(range);
  // The group of columns is that of counts.ts, which has workers as well.
  const { rows } = await sql<CostRow>`
    ${forceCustomPlan}
    select c.*, o.name as object_name from (
      select grouping(bucket, category, object_id, worker) as grouping, bucket, category, object_id, currency,
        least(sum(amount), ${Number.MAX_SAFE_INTEGER}::numeric)::bigint as total
      from (
        select width_bucket(s.on_day, ${days}::date[]) as bucket, s.category, coalesce(o.id, ${sql.lit(deletedObject)}) as object_id,
          null as worker, coalesce(p.currency, ${sql.lit(defaultCurrency)}) as currency, s.amount
        from (
          select t.project_id, t.object_id, t.category, c.on_day, c.amount
          from ticket_costs as c join tickets as t on t.id = c.ticket_id where ${isInRange(sql`c.on_day`)}
          union all
          select d.project_id, d.object_id, d.category, d.on_day, d.amount
          from deleted_ticket_costs as d where ${isInRange(sql`d.on_day`)}
        ) as s left join objects as o on o.id = s.object_id left join project_costs as p on p.project_id = s.project_id
        where ${seesStats(actor, projectId)}
      ) as line
      group by currency, grouping sets ((bucket), (category), (object_id), (worker))
    ) as c left join objects as o on o.id = c.object_id
    order by c.total desc, c.object_id, c.currency`.execute(db);
  const of = (grouping: number) => rows.filter((row) => row.grouping === grouping);
  const byBucket = Map.groupBy(of(groupings.bucket), ({ bucket }) => bucket);
  const byCategory = Map.groupBy(of(groupings.category), ({ category }) => category);
  const byObject = Map.groupBy(of(groupings.object), ({ object_id }) => object_id);
  return {
    ofBucket: (index) => totalsOf(byBucket.get(index)),
    ofAll: totalsOf(of(groupings.worker)),
    byCategory: new Map([...byCategory].flatMap(([category, of]) => (category === null ? [] : [[category, totalsOf(of)]]))),
    byObject: new Map(
      [...byObject].flatMap(([id, of]) => (id === null ? [] : [[id, { name: of[0]?.object_name ?? null, costs: totalsOf(of) }]])),
    ),
  };
}

/** @returns the condition that a day is one of the range */
function dayCondition({ from, to, timezone }: StatsRange): (day: RawBuilder<unknown>) => RawBuilder<unknown> {
  const firstDay = dayOf(from, timezone);
  const lastDay = dayOf(new Date(to.getTime() - 1), timezone);
  return (day) => sql`${day} between ${firstDay}::date and ${lastDay}::date`;
}

interface EquipmentCostRow extends CostTotal {
  equipment_id: number;
  name: string;
  object_name: string;
}

/**
 * Sums the costs of a range by the equipment that their tickets are about. Of deleted tickets it is not known. The tables belong to
 * product/equipment, which may be missing: then they are empty.
 */
export async function readEquipmentCosts(db: Db, actor: Actor, range: StatsRange): Promise<Stats['by_equipment']> {
  const { rows } = await sql<EquipmentCostRow>`
    ${forceCustomPlan}
    select e.id as equipment_id, e.name, o.name as object_name, coalesce(p.currency, ${sql.lit(defaultCurrency)}) as currency,
      least(sum(c.amount), ${Number.MAX_SAFE_INTEGER}::numeric)::bigint as total
    from ticket_costs as c join tickets as s on s.id = c.ticket_id join ticket_equipment as te on te.ticket_id = s.id
    join equipment as e on e.id = te.equipment_id join objects as o on o.id = e.object_id
    left join project_costs as p on p.project_id = s.project_id
    where ${dayCondition(range)(sql`c.on_day`)} and ${seesStats(actor, range.projectId)}
    group by 1, 2, 3, 4 order by total desc, e.id limit ${maxGroups}`.execute(db);
  return rows.map(({ currency, total, ...equipment }) => ({ ...equipment, costs: [{ currency, total }] }));
}

const totalsOf = (rows: readonly CostRow[] = []): CostTotal[] =>
  rows.map(({ currency, total }) => ({ currency, total })).sort((a, b) => a.currency.localeCompare(b.currency));

/** @returns such as `2026-03-01`; a local day outside of the years 1 to 9999 becomes the nearest one in them */
function dayOf(at: Date, timezone: string): string {
  const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  if (day.year < 1) return '0001-01-01';
  return day.year > 9999 ? '9999-12-31' : day.toString();
}
