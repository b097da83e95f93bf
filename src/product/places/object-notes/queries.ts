import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Actor, readsObject } from '../../visibility.ts';
import type { ObjectNotes } from './schemas.ts';
import './tables.ts';

/** Reads the notes of an object. @throws 404 object missing, or its notes not visible */
export async function getObjectNotes(db: Db, actor: Actor, objectId: number): Promise<ObjectNotes> {
  const { rows } = await sql<ObjectNotes>`
    select coalesce(n.text, '') as text, n.updated_at
    from objects as o join projects as p on p.id = o.project_id left join object_notes as n on n.object_id = o.id
    where o.id = ${objectId} and ${readsObject(actor)}`.execute(db);
  if (!rows[0]) throw notFound('object');
  return rows[0];
}
