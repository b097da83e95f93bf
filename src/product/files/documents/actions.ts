import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound, pointerTo, validationFailed } from '../../../platform/http/errors.ts';
import { valuesValidator } from '../../../platform/http/validation.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { DocumentType } from '../../../platform/storage/photo-type.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { lockEquipment, lockObjectToChange } from '../../places/equipment/actions.ts';
import { getEquipment } from '../../places/equipment/queries.ts';
import { getObject } from '../../places/objects/queries.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import type { UploadForm } from '../photos/receive-upload.ts';
import { storeUpload } from '../photos/store-upload.ts';
import type { Place } from './queries.ts';
import { type ChangeDocument, DocumentFields, maxDocuments, noticeDays } from './schemas.ts';
import './tables.ts';

/** Where a document belongs, as columns. */
interface PlaceColumns {
  object_id: number;
  equipment_id: number | null;
}

/**
 * Checks that the actor may add a document to an object or to equipment, and that there is room for one. The route calls this before it
 * receives the file; addDocument() checks again, with the place locked.
 * @throws 404 missing or not visible, 409 too many documents
 */
export async function requireCanAddDocument(db: Db, actor: Actor, place: Place): Promise<void> {
  const id = 'equipmentId' in place ? (await getEquipment(db, actor, place.equipmentId)).object_id : place.objectId;
  await getObject(db, actor, id);
  await requireRoom(db, { object_id: id, equipment_id: 'equipmentId' in place ? place.equipmentId : null });
}

async function requireRoom(db: Db, { object_id, equipment_id }: PlaceColumns): Promise<void> {
  const { n } = await db
    .selectFrom('documents')
    .select(sql<number>`count(*)`.as('n'))
    .where('object_id', '=', object_id)
    .where('equipment_id', 'is not distinct from', equipment_id)
    .executeTakeFirstOrThrow();
  if (n >= maxDocuments) throw conflict('too_many_documents', errorMessages.tooManyDocuments);
}

/** Locks the object or the equipment, so that concurrent uploads cannot exceed the limit together. @throws as requireCanAddDocument() */
async function lockPlace(tx: Tx, actor: Actor, place: Place): Promise<PlaceColumns> {
  if ('equipmentId' in place) {
    const { object_id } = await lockEquipment(tx, actor, place.equipmentId);
    return { object_id, equipment_id: place.equipmentId };
  }
  await lockObjectToChange(tx, actor, place.objectId);
  return { object_id: place.objectId, equipment_id: null };
}

/**
 * Stores an upload as a document of an object or of equipment.
 * @returns its id
 * @throws as requireCanAddDocument() and storeUpload(); 400 wrong fields
 */
export async function addDocument(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'jobs' | 'log'>,
  actor: Actor,
  place: Place,
  { file, name, fields }: UploadForm<DocumentType>,
  isGone: () => boolean = () => false,
): Promise<number> {
  const { title, expires_on = null } = await parseFields(fields).catch(async (error) => {
    await rm(file.path, { force: true });
    throw error;
  });
  return storeUpload(
    deps,
    { file },
    {
      isGone,
      check: (tx) => requireActive(tx, actor),
      insert: async (tx, storage_key) => {
        const now = deps.clock();
        const columns = await lockPlace(tx, actor, place);
        await requireRoom(tx, columns);
        const { id } = await tx
          .insertInto('documents')
          .values({
            ...columns,
            title,
            expires_on,
            storage_key,
            content_type: file.type,
            original_name: name,
            size_bytes: file.size,
            uploaded_by: senderIdOf(actor),
            uploaded_by_name: sql<string>`coalesce((select name from users where id = ${senderIdOf(actor)}), '')`,
            created_at: now,
            ...noticesOf(expires_on, now),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      },
    },
  );
}

const validate = valuesValidator(DocumentFields);

async function parseFields(fields: UploadForm['fields']): Promise<DocumentFields> {
  const texts = [...fields].filter((field): field is [string, string] => typeof field[1] === 'string');
  const given = Object.fromEntries(texts.filter(([name, value]) => name !== 'expires_on' || value !== ''));
  const result = validate(given);
  if ('error' in result) throw validationFailed(result.error, pointerTo(result.field ? [result.field] : []));
  return result.value;
}

/** The days on which people are notified; null: such a day is over, so that whoever writes the date knows it. */
function noticesOf(expiresOn: string | null, now: Date) {
  const notice = (daysBefore: number) => sql<string | null>`(
    select day from (select ${expiresOn}::date - ${daysBefore}::integer as day) as notice where day >= ${utcDay(now)}::date)`;
  return { first_notice_on: notice(noticeDays), last_notice_on: notice(0) };
}

/** @returns the day of a time in UTC, such as 2026-03-01 */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** Changes a document; with another date people are notified anew. @throws 404 missing or not visible */
export async function changeDocument(tx: Tx, actor: Actor, id: number, changes: ChangeDocument, now: Date): Promise<void> {
  const { expires_on: before } = await lockDocument(tx, actor, id);
  const { expires_on } = changes;
  const isOtherDay = expires_on !== undefined && expires_on !== before;
  await tx
    .updateTable('documents')
    .set({ ...changes, ...(isOtherDay && noticesOf(expires_on, now)) })
    .where('id', '=', id)
    .execute();
}

/** Deletes a document; its file is deleted afterwards. @throws 404 missing or not visible */
export async function deleteDocument(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockDocument(tx, actor, id);
  await tx.deleteFrom('documents').where('id', '=', id).execute();
}

async function lockDocument(tx: Tx, actor: Actor, id: number) {
  const document = await tx
    .selectFrom('documents as d')
    .innerJoin('objects as o', 'o.id', 'd.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select(sql<string | null>`d.expires_on::text`.as('expires_on'))
    .where('d.id', '=', id)
    .where(seesProject(actor))
    .forUpdate('d')
    .executeTakeFirst();
  if (!document) throw notFound('document');
  return document;
}
