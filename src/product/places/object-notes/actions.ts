import type { Tx } from '../../../platform/database/database.ts';
import type { Actor } from '../../visibility.ts';
import { getObject } from '../objects/queries.ts';
import { getObjectNotes } from './queries.ts';
import type { ObjectNotes } from './schemas.ts';
import './tables.ts';

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
