import { sql } from 'kysely';
import { foldedPattern, hasTrigram } from '../../platform/database/folded.ts';
import type { Db } from '../../platform/database/open.ts';
import { notFound } from '../../platform/http/errors.ts';
import { directionOf, nameCollation, type Page } from '../../platform/http/pagination.ts';
import { searchWords } from '../../platform/lib/text.ts';
import { type Actor, seesProject } from '../visibility.ts';
import type { BuildingObject, ObjectQuery, ObjectSearch } from './schemas.ts';

const columns = ['o.id', 'o.project_id', 'p.name as project_name', 'o.name', 'o.address', 'o.is_active', 'o.created_at'] as const;

const objects = (db: Db, actor: Actor) =>
  db.selectFrom('objects as o').innerJoin('projects as p', 'p.id', 'o.project_id').where(seesProject(actor));

/** @throws 404 missing or foreign */
export async function getObject(db: Db, actor: Actor, id: number): Promise<BuildingObject> {
  const object = await objects(db, actor).select(columns).where('o.id', '=', id).executeTakeFirst();
  if (!object) throw notFound('object');
  return object;
}

/** The objects of a project that the caller was seen to see. */
export async function listObjects(db: Db, actor: Actor, projectId: number, query: ObjectQuery): Promise<Page<BuildingObject>> {
  return pageOf(objects(db, actor).where('o.project_id', '=', projectId), query);
}

/** The objects of all projects that the caller sees, by words that name, address or project hold. */
export async function searchObjects(db: Db, actor: Actor, query: ObjectSearch): Promise<Page<BuildingObject>> {
  const { q = '', id, project_id, ready = '0' } = query;
  let found = objects(db, actor);
  if (id !== undefined) found = found.where('o.id', '=', id);
  if (project_id !== undefined) found = found.where('o.project_id', '=', project_id);
  if (ready === '1') found = found.where('o.is_active', '=', true).where('p.is_active', '=', true);
  for (const word of searchWords(q)) {
    const projects = projectsNamed(db, actor, word);
    found = found.where((eb) =>
      eb.or([
        eb('o.place_folded', 'like', foldedPattern(word)),
        hasTrigram(word) ? eb('o.project_id', '=', projects) : eb('p.name_folded', 'like', foldedPattern(word)),
      ]),
    );
  }
  return pageOf(found, query);
}

/** As an array, so that objects are found by index over their own text and over their project in one statement. */
function projectsNamed(db: Db, actor: Actor, word: string) {
  const named = db
    .selectFrom('projects as p')
    .select('p.id')
    .where(seesProject(actor))
    .where('p.name_folded', 'like', foldedPattern(word));
  return sql<number>`any(array(${named}))`;
}

async function pageOf(found: ReturnType<typeof objects>, query: ObjectQuery): Promise<Page<BuildingObject>> {
  const { sort, limit, offset } = query;
  const direction = directionOf(query, 'asc');
  const [items, { total }] = await Promise.all([
    found
      .select(columns)
      .orderBy(sort === 'name' ? sql`o.name ${nameCollation}` : sql.ref(`o.${sort}`), direction)
      .orderBy('o.id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}
