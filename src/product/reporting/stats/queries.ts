import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { forceCustomPlan } from '../../../platform/database/prepared-statements.ts';
import type { Category } from '../../tickets/tables.ts';
import type { Actor } from '../../visibility.ts';
import { readHours } from './by-hour.ts';
import { readEquipmentCosts, readStatsCosts, type StatsCosts } from './costs.ts';
import { type Counts, readCounts } from './counts.ts';
import { keyOf, readDurations, type ShownGroups } from './durations.ts';
import { deletedObject, deletedWorker, findEntries, type Group, groupings } from './found-entries.ts';
import { readOpenByAge } from './open-by-age.ts';
import { ofVisibleProjects, readAppointments, readWaiting } from './planning.ts';
import type { StatsRange } from './range.ts';
import { noRating, readStatsRatings, type StatsRatings } from './ratings.ts';
import { type Durations, maxFailedItems, maxGroups, type Stats } from './schemas.ts';

type Qualities = Pick<Stats['totals'], 'take' | 'finish' | 'deadlines'>;

const nameOfDeletedObjects = 'Deleted object';
const noDurations: Durations = { median_minutes: null, p90_minutes: null };

/** Reads the numbers of the projects that the actor sees. */
export async function getStats(db: Db, actor: Actor, range: StatsRange): Promise<Omit<Stats, 'deleted_before'>> {
  const found = await findEntries(db, actor, range);
  const counts = await readCounts(db, found);
  const of = (grouping: number) => counts.filter((row) => row.grouping === grouping);
  const costs = await readStatsCosts(db, actor, range);
  const ratings = await readStatsRatings(db, actor, range);
  const named = [...costs.byObject, ...ratings.byObject];
  const objects = mostFirst([...of(groupings.object), ...objectsWithoutTickets(of(groupings.object), named)]);
  const counted = of(groupings.worker).filter(({ worker_id }) => worker_id !== null);
  const workers = mostFirst([...counted, ...workersWithoutTickets(counted, ratings)]);
  const shown = { objectIds: objects.map((row) => row.object_id), workerIds: workers.map((row) => row.worker_id) };
  const qualitiesOf = qualitiesReader(await readDurations(db, found, shown), shown);
  const byBucket = new Map(of(groupings.bucket).map((row) => [row.bucket, row]));
  const [totals] = of(groupings.totals);
  return {
    buckets: range.starts.map((start, i) => ({
      from: start.toISOString(),
      ...countsOf(byBucket.get(i + 1)),
      costs: costs.ofBucket(i + 1),
    })),
    totals: { ...countsOf(totals), ...qualitiesOf(totals), costs: costs.ofAll, rating: ratings.ofAll },
    by_category: [...of(groupings.category), ...categoriesWithCostsOnly(of(groupings.category), costs)].map((row) => ({
      category: row.category as Category,
      ...countsOf(row),
      ...qualitiesOf(row),
      costs: costs.byCategory.get(row.category as Category) ?? [],
    })),
    by_object: objects.map((row) => ({
      object_id: row.object_id === deletedObject ? null : row.object_id,
      name: row.object_name ?? nameOfDeletedObjects,
      ...countsOf(row),
      ...qualitiesOf(row),
      costs: costs.byObject.get(row.object_id ?? deletedObject)?.costs ?? [],
      rating: ratings.byObject.get(row.object_id ?? deletedObject)?.rating ?? noRating,
    })),
    by_worker: workers.map((row) => {
      const { created, ...ends } = countsOf(row);
      const worker_id = row.worker_id === deletedWorker ? null : row.worker_id;
      const rating = ratings.byWorker.get(row.worker_id ?? deletedWorker)?.rating ?? noRating;
      return { worker_id, name: row.worker_name, ...ends, ...qualitiesOf(row), rating };
    }),
    by_equipment: await readEquipmentCosts(db, actor, range),
    by_hour: await readHours(db, found),
    appointments: await readAppointments(db, actor, range),
    failed_items: await readFailedItems(db, actor, range),
    waiting_by_reason: await readWaiting(db, actor, range),
    open_by_age: await readOpenByAge(db, actor, range.projectId, range.ageBoundaries),
  };
}

/** What had no ticket that was created, rejected or closed in the range. */
const withoutTickets = {
  ...{ bucket: null, category: null, object_id: null, worker_id: null, object_name: null, worker_name: null },
  ...{ created: 0, closed: 0, canceled: 0, reworked: 0, met: 0, missed: 0 },
};

const categoriesWithCostsOnly = (counted: Counts[], { byCategory }: StatsCosts): Counts[] =>
  [...byCategory.keys()]
    .filter((category) => !counted.some((row) => row.category === category))
    .map((category) => ({ ...withoutTickets, grouping: groupings.category, category }));

/** @param named objects with costs or ratings, of which some have both */
function objectsWithoutTickets(counted: Counts[], named: [number, { name: string | null }][]): Counts[] {
  const others = new Map(named.filter(([id]) => !counted.some((row) => row.object_id === id)));
  return [...others].map(([object_id, { name }]) => ({
    ...withoutTickets,
    grouping: groupings.object,
    object_id,
    object_name: name,
  }));
}

const workersWithoutTickets = (counted: Counts[], { byWorker }: StatsRatings): Counts[] =>
  [...byWorker]
    .filter(([id]) => !counted.some((row) => row.worker_id === id))
    .map(([worker_id, { name }]) => ({ ...withoutTickets, grouping: groupings.worker, worker_id, worker_name: name }));

const mostFirst = (rows: Counts[]): Counts[] => rows.slice(0, maxGroups); // readCounts() orders them

function countsOf(row: Counts | undefined) {
  const { created = 0, closed = 0, canceled = 0, reworked = 0 } = row ?? {};
  return { created, closed, canceled, reworked };
}

/** @returns reads what belongs to a row of counts */
function qualitiesReader(
  durations: Awaited<ReturnType<typeof readDurations>>,
  shown: ShownGroups,
): (row: Counts | undefined) => Qualities {
  const byGroup = new Map(durations.map((row) => [`${row.action} ${row.grouping} ${row.key}`, row]));
  const durationsOf = (action: 'assigned' | 'confirmed', row: Group | undefined): Durations => {
    const { median_minutes, p90_minutes } = (row && byGroup.get(`${action} ${row.grouping} ${keyOf(row, shown)}`)) ?? noDurations;
    return { median_minutes, p90_minutes };
  };
  return (row) => ({
    take: durationsOf('assigned', row),
    finish: durationsOf('confirmed', row),
    deadlines: { met: row?.met ?? 0, missed: row?.missed ?? 0 },
  });
}

/** Counts the items of checklists whose answer in the range has failed, by checklist and item, the most frequent first. */
export async function readFailedItems(db: Db, actor: Actor, { from, to, projectId }: StatsRange): Promise<Stats['failed_items']> {
  const { rows } = await sql<Stats['failed_items'][number]>`
    ${forceCustomPlan}
    select c.name as checklist, i.label, count(*)::integer as failed
    from ticket_checklist_items as i join ticket_checklists as c on c.ticket_id = i.ticket_id join tickets as t on t.id = i.ticket_id
    where i.state = 'failed' and i.answered_at >= ${from} and i.answered_at < ${to} and ${ofVisibleProjects(actor, projectId)}
    group by c.name, i.label order by failed desc, c.name, i.label limit ${maxFailedItems}`.execute(db);
  return rows;
}
