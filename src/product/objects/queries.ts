import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { hasPart, hasTrigram } from '../../platform/database/like-patterns.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type Page, selectPage } from '../../platform/http/pagination.ts';
import { searchWords } from '../../platform/lib/text.ts';
import { type Actor, seesProject } from '../visibility.ts';
import type { BuildingObject, ObjectDetails, ObjectSearch } from './schemas.ts';

const columns = ['o.id', 'o.project_id', 'p.name as project_name', 'o.name', 'o.address', 'o.is_active', 'o.created_at'] as const;

const visibleObjects = (db: Db, actor: Actor) =>
  db.selectFrom('objects as o').innerJoin('projects as p', 'p.id', 'o.project_id').where(seesProject(actor));

/** Reads an object. @throws 404 missing or not visible */
export async function getObject(db: Db, actor: Actor, id: number): Promise<BuildingObject> {
  const object = await visibleObjects(db, actor).select(columns).where('o.id', '=', id).executeTakeFirst();
  if (!object) throw notFound('object');
  return object;
}

/** Reads an object with what `GET /ext/objects` has of it. @throws 404 missing or not visible */
export async function getObjectDetails(db: Db, actor: Actor, id: number): Promise<ObjectDetails> {
  const object = await visibleObjects(db, actor).select(columns).select('o.reference').where('o.id', '=', id).executeTakeFirst();
  if (!object) throw notFound('object');
  return object;
}

/** Lists the objects that the actor sees and whose name, address or project name contains each word of `q`. */
export async function listObjects(db: Db, actor: Actor, query: ObjectSearch): Promise<Page<ObjectDetails>> {
  const { q = '', id, project_id, reference, ready, sort } = query;
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
  return selectPage(found.select(columns).select('o.reference'), query, { column: `o.${sort}`, id: 'o.id', direction: 'asc' });
}
