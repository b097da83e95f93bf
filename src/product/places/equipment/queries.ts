import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { hasPart } from '../../../platform/database/like-patterns.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { searchWords } from '../../../platform/lib/text.ts';
import { type Actor, readsObject } from '../../visibility.ts';
import type { Equipment, EquipmentQuery } from './schemas.ts';
import './tables.ts';

const columns = [
  'q.id',
  'q.object_id',
  'o.name as object_name',
  'o.project_id',
  'p.name as project_name',
  'q.name',
  'q.kind',
  'q.location',
  'q.manufacturer',
  'q.model',
  'q.serial',
  sql<string | null>`q.installed_on::text`.as('installed_on'),
  sql<string | null>`q.warranty_until::text`.as('warranty_until'),
  'q.notes',
  'q.is_active',
  // The table belongs to product/portal, which may be missing: then it is empty.
  sql<boolean>`exists (select from equipment_portals as l where l.equipment_id = q.id)`.as('has_portal'),
  'q.created_at',
] as const;

const searched = sql`search_key(concat_ws(' ', q.name, q.kind, q.location, q.manufacturer, q.model, q.serial))`;

const readableEquipment = (db: Db, actor: Actor) =>
  db
    .selectFrom('equipment as q')
    .innerJoin('objects as o', 'o.id', 'q.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .where(readsObject(actor));

/** Reads a piece of equipment. @throws 404 missing or not visible */
export async function getEquipment(db: Db, actor: Actor, id: number): Promise<Equipment> {
  const equipment = await readableEquipment(db, actor).select(columns).where('q.id', '=', id).executeTakeFirst();
  if (!equipment) throw notFound('equipment');
  return equipment;
}

/** Lists the equipment of an object that has each word of `q`. The caller has checked that the object may be read. */
export async function listEquipment(db: Db, actor: Actor, objectId: number, query: EquipmentQuery): Promise<Page<Equipment>> {
  const { q = '', is_active, sort } = query;
  let found = readableEquipment(db, actor).where('q.object_id', '=', objectId);
  if (is_active !== undefined) found = found.where('q.is_active', '=', is_active === 'true');
  for (const word of searchWords(q)) found = found.where(hasPart(searched, word));
  return selectPage(found.select(columns), query, { column: `q.${sort}`, id: 'q.id', direction: 'asc' });
}

/** Checks that somebody reads what belongs to an object. @throws 404 missing or not visible */
export async function requireReadableObject(db: Db, actor: Actor, id: number): Promise<void> {
  const object = await db
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('o.id')
    .where('o.id', '=', id)
    .where(readsObject(actor))
    .executeTakeFirst();
  if (!object) throw notFound('object');
}
