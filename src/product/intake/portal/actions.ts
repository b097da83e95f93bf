import { sql } from 'kysely';
import { recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import { randomToken, tokenHash } from '../../../platform/security/tokens.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { lockEquipment } from '../../places/equipment/actions.ts';
import { getObject } from '../../places/objects/queries.ts';
import type { BuildingObject } from '../../places/objects/schemas.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import { storedToken } from './portal-token.ts';
import './tables.ts';

/** What has a portal. */
interface Place {
  type: 'object' | 'equipment';
  id: number;
  name: string;
}

/** Where the portals of objects and of equipment are. */
const portalsOf = {
  object: { table: sql.table('object_portals'), column: sql.ref('object_id') },
  equipment: { table: sql.table('equipment_portals'), column: sql.ref('equipment_id') },
} as const;

/**
 * Opens the portal of an object. If it is open already, it gets another token and the one before is void.
 * @returns the token
 * @throws 404 object missing or not visible, 409 object or project disabled
 */
export async function openPortal(tx: Tx, config: Config, actor: Actor, objectId: number, now: Date): Promise<string> {
  await requireActive(tx, actor);
  const { name } = await requireUsable(tx, await lockObject(tx, actor, objectId));
  return replacePortal(tx, config, actor, { type: 'object', id: objectId, name }, now);
}

/** Opens the portal of equipment, as openPortal() does. @throws 404 missing or not visible, 409 it, object or project disabled */
export async function openEquipmentPortal(tx: Tx, config: Config, actor: Actor, equipmentId: number, now: Date): Promise<string> {
  await requireActive(tx, actor);
  const { object_id, name, is_active } = await lockEquipment(tx, actor, equipmentId);
  await requireUsable(tx, await getObject(tx, actor, object_id));
  if (!is_active) throw conflict('equipment_disabled', errorMessages.equipmentDisabled);
  return replacePortal(tx, config, actor, { type: 'equipment', id: equipmentId, name }, now);
}

async function requireUsable(tx: Tx, object: BuildingObject): Promise<BuildingObject> {
  const { is_active } = await tx
    .selectFrom('projects')
    .select('is_active')
    .where('id', '=', object.project_id)
    .executeTakeFirstOrThrow();
  if (!object.is_active || !is_active) throw conflict('project_or_object_disabled', errorMessages.projectOrObjectDisabled);
  return object;
}

/** Gives a locked place a portal with a new token. @returns the token */
async function replacePortal(tx: Tx, config: Config, actor: Actor, place: Place, now: Date): Promise<string> {
  const { table, column } = portalsOf[place.type];
  const isNew = !(await deletePortal(tx, place));
  const [id, token] = [crypto.randomUUID(), randomToken()];
  await sql`
    insert into ${table} (id, ${column}, token_hash, token_secret, created_at)
    values (${id}::uuid, ${place.id}::integer, ${tokenHash(token)}::bytea, ${storedToken(config, id, token)}::bytea,
      ${now}::timestamptz)`.execute(tx);
  await recordChange(tx, actor, place, isNew ? 'opened' : 'rotated', now);
  return token;
}

/** @returns whether there was one */
async function deletePortal(tx: Tx, { type, id }: Place): Promise<boolean> {
  const { table, column } = portalsOf[type];
  const { numAffectedRows } = await sql`delete from ${table} where ${column} = ${id}`.execute(tx);
  return numAffectedRows !== 0n;
}

function recordChange(tx: Tx, actor: Actor, { type, id, name }: Place, change: string, now: Date): Promise<void> {
  const subject = { type, id: String(id), name };
  return recordAuditEvent(tx, { event: 'portal_changed', at: now, actor, subject, detail: { change } });
}

/** Ends the portal of an object: its address is void. @throws 404 object missing or not visible, or it has none */
export async function endPortal(tx: Tx, actor: Actor, objectId: number, now: Date): Promise<void> {
  await requireActive(tx, actor);
  const { name } = await lockObject(tx, actor, objectId);
  await removePortal(tx, actor, { type: 'object', id: objectId, name }, now);
}

/** Ends the portal of equipment, as endPortal() does. @throws 404 equipment missing or not visible, or it has none */
export async function endEquipmentPortal(tx: Tx, actor: Actor, equipmentId: number, now: Date): Promise<void> {
  await requireActive(tx, actor);
  const { name } = await lockEquipment(tx, actor, equipmentId);
  await removePortal(tx, actor, { type: 'equipment', id: equipmentId, name }, now);
}

async function removePortal(tx: Tx, actor: Actor, place: Place, now: Date): Promise<void> {
  if (!(await deletePortal(tx, place))) throw notFound('portal');
  await recordChange(tx, actor, place, 'ended', now);
}

/** Locks an object, so that concurrent changes of its portal come one after the other. */
async function lockObject(tx: Tx, actor: Actor, id: number): Promise<BuildingObject> {
  await tx
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('o.id')
    .where('o.id', '=', id)
    .where(seesProject(actor))
    .forNoKeyUpdate('o')
    .execute();
  return getObject(tx, actor, id);
}
