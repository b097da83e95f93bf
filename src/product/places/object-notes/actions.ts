import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Actor, readsObject } from '../../visibility.ts';
import { getObject } from '../objects/queries.ts';
import type { ObjectNotes } from './schemas.ts';

/** Replaces the notes of an object. @throws 404 missing or not visible, or deleted meanwhile */
export async function setObjectNotes(tx: Tx, actor: Actor, objectId: number, text: string, now: Date): Promise<ObjectNotes> {
  await getObject(tx, actor, objectId);
  await tx
    .insertInto('object_notes')
    .values({ object_id: objectId, text, updated_at: now })
    .onConflict((conflict) => conflict.column('object_id').doUpdateSet({ text, updated_at: now }))
    .execute();
  return getObjectNotes(tx, actor, objectId);
}

/** Reads the notes of an object. @throws 404 object missing, or its notes not visible */
export async function getObjectNotes(db: Db, actor: Actor, objectId: number): Promise<ObjectNotes> {
  const { rows } = await sql<ObjectNotes>`
    select coalesce(n.text, '') as text, n.updated_at
    from objects as o join projects as p on p.id = o.project_id left join object_notes as n on n.object_id = o.id
    where o.id = ${objectId} and ${readsObject(actor)}`.execute(db);
  if (!rows[0]) throw notFound('object');
  return rows[0];
}
