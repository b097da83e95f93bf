import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, notFound } from '../../../platform/http/errors.ts';
import { clientOfObject, requireWithinQuota } from '../../quotas.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import { getEquipment } from './queries.ts';
import type { ChangeEquipment, CreateEquipment, Equipment, EquipmentReference } from './schemas.ts';
import './tables.ts';

/** The values of new equipment that nobody has given. */
const noValues = {
  kind: '',
  location: '',
  manufacturer: '',
  model: '',
  serial: '',
  installed_on: null,
  warranty_until: null,
  notes: '',
};

/**
 * Adds equipment to an object.
 * @throws 404 object missing or not visible, 409 name taken or the client has too much
 */
export async function createEquipment(
  tx: Tx,
  { quotas }: Pick<Config, 'quotas'>,
  actor: Actor,
  objectId: number,
  equipment: CreateEquipment,
  now: Date,
): Promise<Equipment> {
  await lockObjectToChange(tx, actor, objectId);
  const id = await insertEquipment(tx, objectId, equipment, now);
  if (id === undefined) throw conflict('equipment_name_taken', errorMessages.equipmentNameTaken);
  await requireWithinQuota(tx, 'equipment', quotas, clientOfObject(objectId), now);
  return getEquipment(tx, actor, id);
}

/** Inserts equipment of an object. @returns its id; undefined: the name is taken in the object */
export async function insertEquipment(
  tx: Tx,
  objectId: number,
  equipment: CreateEquipment,
  now: Date,
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('equipment')
    .values({ ...noValues, ...equipment, object_id: objectId, created_at: now })
    .onConflict((existing) => existing.constraint('equipment_name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/**
 * Locks an object to whose equipment, documents or announcements somebody adds one, so that those who do so wait for each other.
 * @throws 404 missing, or its project is not visible
 */
export async function lockObjectToChange(tx: Tx, actor: Actor, id: number): Promise<void> {
  const object = await tx
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('o.id')
    .where('o.id', '=', id)
    .where(seesProject(actor))
    .forNoKeyUpdate('o')
    .executeTakeFirst();
  if (!object) throw notFound('object');
}

/**
 * Locks equipment that somebody changes.
 * @returns its object
 * @throws 404 missing, or its project is not visible
 */
export async function lockEquipment(tx: Tx, actor: Actor, id: number) {
  const equipment = await tx
    .selectFrom('equipment as q')
    .innerJoin('objects as o', 'o.id', 'q.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select(['q.object_id', 'q.name', 'q.is_active'])
    .where('q.id', '=', id)
    .where(seesProject(actor))
    .forNoKeyUpdate('q')
    .executeTakeFirst();
  if (!equipment) throw notFound('equipment');
  return equipment;
}

/** Changes equipment. @throws 404 missing or not visible, 409 name taken */
export async function changeEquipment(tx: Tx, actor: Actor, id: number, changes: ChangeEquipment): Promise<Equipment> {
  await lockEquipment(tx, actor, id);
  await tx.updateTable('equipment').set(changes).where('id', '=', id).execute();
  return getEquipment(tx, actor, id);
}

/** Deletes equipment with its portal and its documents. @throws 404 missing or not visible, 409 tickets are about it */
export async function deleteEquipment(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockEquipment(tx, actor, id);
  await tx.deleteFrom('equipment').where('id', '=', id).execute();
}

/** Locks equipment of an object against its deletion. @throws 400 the object has no such equipment */
export async function lockEquipmentOf(tx: Tx, objectId: number, equipmentId: number): Promise<EquipmentReference> {
  const equipment = await tx
    .selectFrom('equipment')
    .select(['id', 'name'])
    .where('id', '=', equipmentId)
    .where('object_id', '=', objectId)
    .forKeyShare()
    .executeTakeFirst();
  if (equipment) return equipment;
  const detail = errorMessages.equipmentOfOtherObject;
  throw badRequest('equipment_of_other_object', detail, { errors: [{ pointer: '#/equipment_id', detail }] });
}
