import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { hasPart, hasTrigram } from '../../../platform/database/like-patterns.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { directionOf, type Page, selectPage } from '../../../platform/http/pagination.ts';
import { searchWords } from '../../../platform/lib/text.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import type { BuildingObject, ObjectDetails, ObjectItem, ObjectQuery, ObjectSearch, ObjectSummary } from './schemas.ts';

const columns = ['o.id', 'o.project_id', 'p.name as project_name', 'o.name', 'o.address', 'o.is_active', 'o.created_at'] as const;

const visibleObjects = (db: Db, actor: Actor) =>
  db.selectFrom('objects as o').innerJoin('projects as p', 'p.id', 'o.project_id').where(seesProject(actor));

/** Reads an object. @throws 404 missing or not visible */
export async function getObject(db: Db, actor: Actor, id: number): Promise<BuildingObject> {
  const object = await visibleObjects(db, actor).select(columns).where('o.id', '=', id).executeTakeFirst();
  if (!object) throw notFound('object');
  return object;
}

/** Lists the objects of a project that the actor sees. */
export function listObjects(db: Db, actor: Actor, projectId: number, query: ObjectQuery): Promise<Page<BuildingObject>> {
  const found = visibleObjects(db, actor).where('o.project_id', '=', projectId);
  return selectPage(found.select(columns), query, { column: `o.${query.sort}`, id: 'o.id', direction: 'asc' });
}

/** What there is to do in the object `o`. The table ticket_deadlines belongs to product/deadlines, which may be missing: then it is empty. */
const workOf = (now: Date) =>
  [
    sql<number>`(select count(*)::integer from tickets as t where t.object_id = o.id and t.closed_at is null)`.as('open'),
    sql<number>`(
      select count(*)::integer from tickets as t join ticket_deadlines as due on due.ticket_id = t.id
      where t.object_id = o.id and t.closed_at is null and due.due_at <= ${now}::timestamptz)`.as('overdue'),
    sql<string | null>`(select max(t.closed_at) from tickets as t where t.object_id = o.id)`.as('last_closed_at'),
  ] as const;

/**
 * Reads an object with what there is to do and to know. The tables belong to other modules, which may be missing: then they are empty.
 * @throws 404 missing or not visible
 */
export async function getObjectSummary(db: Db, actor: Actor, id: number, now: Date): Promise<ObjectSummary> {
  const summary = await visibleObjects(db, actor)
    .select([...columns, 'o.reference', ...workOf(now)])
    .select([
      sql<string | null>`(
        select min(a.from_at) from ticket_appointments as a join tickets as t on t.id = a.ticket_id
        where t.object_id = o.id and t.closed_at is null and a.ended_at is null and a.from_at >= ${now}::timestamptz
      )`.as('next_appointment_at'),
      sql<number>`(select count(*)::integer from equipment where object_id = o.id)`.as('equipment'),
      sql<number>`(select count(*)::integer from documents where object_id = o.id and equipment_id is null)`.as('documents'),
      sql<number>`(
        select count(*)::integer from announcements
        where object_id = o.id and from_at <= ${now}::timestamptz and to_at > ${now}::timestamptz)`.as('announcements'),
    ])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!summary) throw notFound('object');
  const { open, overdue, last_closed_at, next_appointment_at, equipment, documents, announcements, ...object } = summary;
  return { object, open, overdue, last_closed_at, next_appointment_at, equipment, documents, announcements };
}

const workSorts: ReadonlySet<ObjectSearch['sort']> = new Set(['open', 'overdue', 'last_closed_at']);

/** Whether the tickets of all objects have to be counted for the order of a list. */
export const countsAllTickets = ({ sort }: Pick<ObjectSearch, 'sort'>): boolean => workSorts.has(sort);

/** Reads an object with what `GET /ext/objects` has of it. @throws 404 missing or not visible */
export async function getObjectDetails(db: Db, actor: Actor, id: number): Promise<ObjectDetails> {
  const object = await visibleObjects(db, actor).select(columns).select('o.reference').where('o.id', '=', id).executeTakeFirst();
  if (!object) throw notFound('object');
  return object;
}

/**
 * Lists the objects that the actor sees and whose name, address or project name contains each word of `q`, with what there is to do in
 * them.
 */
export async function searchObjects(db: Db, actor: Actor, query: ObjectSearch, now: Date): Promise<Page<ObjectItem>> {
  const { q = '', id, project_id, reference, ready, sort, limit, offset } = query;
  let found = visibleObjects(db, actor);
  if (id !== undefined) found = found.where('o.id', '=', id);
  if (project_id !== undefined) found = found.where('o.project_id', '=', project_id);
  if (reference !== undefined) found = found.where('o.reference', '=', reference);
  if (ready === '1') found = found.where('o.is_active', '=', true).where('p.is_active', '=', true);
  for (const word of searchWords(q)) {
    const nameMatches = hasPart(sql.ref('p.name_search'), word);
    const projects = db.selectFrom('projects as p').select('p.id').where(seesProject(actor)).where(nameMatches);
    found = found.where((eb) =>
      eb.or([
        hasPart(sql.ref('o.name_address_search'), word),
        // With an array of ids PostgreSQL combines the indexes over objects and over project names in one statement.
        hasTrigram(word) ? eb('o.project_id', '=', sql<number>`any(array(${projects}))`) : nameMatches,
      ]),
    );
  }
  if (!countsAllTickets(query))
    return selectPage(found.select([...columns, 'o.reference', ...workOf(now)]), query, {
      column: `o.${sort}`,
      id: 'o.id',
      direction: 'asc',
    });
  const direction = sql.raw(directionOf(query, 'desc'));
  const [items, { total }] = await Promise.all([
    found
      .select([...columns, 'o.reference', ...workOf(now)])
      .orderBy(sql`${sql.ref(sort)} ${direction} nulls last, o.id ${direction}`)
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}
