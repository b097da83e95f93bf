import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { directionOf, nameCollation, type Page } from '../../../platform/http/pagination.ts';
import type { LinkedFile, Storage } from '../../../platform/storage/storage.ts';
import type { EquipmentReference } from '../../places/equipment/schemas.ts';
import { type Actor, readsObject, seesProject } from '../../visibility.ts';
import type { DocumentQuery, DocumentSearch, PlaceDocument } from './schemas.ts';
import './tables.ts';

/** What the signed links of documents are created from. */
export interface LinkOptions {
  storage: Storage;
  now: Date;
  baseUrl: string;
}

/** The documents of the objects for which a condition over the alias `p` of their projects holds. */
const documentsOf = (db: Db, mayRead: RawBuilder<SqlBool>) =>
  db
    .selectFrom('documents as d')
    .innerJoin('objects as o', 'o.id', 'd.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .where(mayRead);

const columns = [
  'd.id',
  'd.object_id',
  'o.name as object_name',
  'o.project_id',
  'p.name as project_name',
  sql<EquipmentReference | null>`(
    select json_build_object('id', q.id, 'name', q.name) from equipment as q where q.id = d.equipment_id)`.as('equipment'),
  'd.title',
  sql<string | null>`d.expires_on::text`.as('expires_on'),
  'd.original_name',
  'd.content_type',
  'd.size_bytes',
  'd.storage_key',
  sql<string>`coalesce(d.uploaded_by::text, '')`.as('uploaded_by'),
  'd.uploaded_by_name',
  'd.created_at',
] as const;

type DocumentRow = Omit<PlaceDocument, 'filename' | 'size' | 'url'> & Omit<LinkedFile, 'kind'> & { size_bytes: number };

async function present(row: DocumentRow, { storage, now, baseUrl }: LinkOptions): Promise<PlaceDocument> {
  const { storage_key: _, original_name, size_bytes, ...document } = row;
  const url = await storage.linkTo({ ...row, kind: 'document' }, now, baseUrl);
  return { ...document, filename: original_name, size: size_bytes, url };
}

/** Reads a document. @throws 404 missing or not visible */
export async function getDocument(db: Db, actor: Actor, id: number, links: LinkOptions): Promise<PlaceDocument> {
  const document = await documentsOf(db, readsObject(actor)).select(columns).where('d.id', '=', id).executeTakeFirst();
  if (!document) throw notFound('document');
  return present(document, links);
}

/** Whose documents a list has: those of an object itself, or those of equipment. */
export type Place = { objectId: number } | { equipmentId: number };

/** Lists the documents of an object or of equipment, which the caller may read. */
export async function listDocuments(db: Db, actor: Actor, place: Place, query: DocumentQuery, links: LinkOptions) {
  const readable = documentsOf(db, readsObject(actor));
  const ofPlace =
    'equipmentId' in place
      ? readable.where('d.equipment_id', '=', place.equipmentId)
      : readable.where('d.object_id', '=', place.objectId).where('d.equipment_id', 'is', null);
  return readPage(ofPlace, query, links);
}

/** Lists the documents of all objects whose projects an actor sees. */
export async function searchDocuments(db: Db, actor: Actor, query: DocumentSearch, links: LinkOptions) {
  const { project_id, object_id, equipment_id, expires_to } = query;
  let found = documentsOf(db, seesProject(actor));
  if (project_id !== undefined) found = found.where('o.project_id', '=', project_id);
  if (object_id !== undefined) found = found.where('d.object_id', '=', object_id);
  if (equipment_id !== undefined) found = found.where('d.equipment_id', '=', equipment_id);
  if (expires_to !== undefined) found = found.where('d.expires_on', '<=', expires_to);
  return readPage(found, query, links);
}

/** Those that do not expire come last in the order of their days. */
async function readPage(
  found: ReturnType<typeof documentsOf>,
  query: DocumentQuery,
  links: LinkOptions,
): Promise<Page<PlaceDocument>> {
  const { sort, limit, offset } = query;
  const direction = directionOf(query, 'asc');
  const nullsLast = sql.raw(`${direction} nulls last`);
  const order =
    sort === 'title'
      ? sql`d.title ${nameCollation} ${sql.raw(direction)}`
      : sql`${sql.ref(`d.${sort}`)} ${sort === 'expires_on' ? nullsLast : sql.raw(direction)}`;
  const [rows, { total }] = await Promise.all([
    found
      .select(columns)
      .orderBy(sql`${order}, d.id ${sql.raw(direction)}`)
      .limit(limit)
      .offset(offset)
      .execute(),
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items: await Promise.all(rows.map((row) => present(row, links))), total, limit, offset };
}

/** Finds the document of a link, unless it was deleted. */
export async function findDocument(db: Db, id: number): Promise<LinkedFile | undefined> {
  const documents = db.selectFrom('documents').select(['id', 'storage_key', 'content_type', 'original_name']);
  const document = await documents.where('id', '=', id).executeTakeFirst();
  return document && { ...document, kind: 'document' };
}
