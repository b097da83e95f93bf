import { recordAuditEvent } from '../../platform/audit/audit-log.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { randomToken, tokenHash } from '../../platform/security/tokens.ts';
import { getObject } from '../objects/queries.ts';
import type { BuildingObject } from '../objects/schemas.ts';
import { requireActive } from '../users/actions.ts';
import { type Actor, seesProject } from '../visibility.ts';
import { storedToken } from './portal-token.ts';
import './tables.ts';

const subjectOf = ({ id, name }: BuildingObject) => ({ type: 'object', id: String(id), name });

/**
 * Opens the portal of an object. If it is open already, it gets another token and the one before is void.
 * @returns the token
 * @throws 404 object missing or not visible, 409 object or project disabled
 */
export async function openPortal(tx: Tx, config: Config, actor: Actor, objectId: number, now: Date): Promise<string> {
  await requireActive(tx, actor);
  const object = await lockObject(tx, actor, objectId);
  const { is_active } = await tx
    .selectFrom('projects')
    .select('is_active')
    .where('id', '=', object.project_id)
    .executeTakeFirstOrThrow();
  if (!object.is_active || !is_active) throw conflict('project_or_object_disabled', errorMessages.projectOrObjectDisabled);
  const { numDeletedRows } = await tx.deleteFrom('object_portals').where('object_id', '=', objectId).executeTakeFirstOrThrow();
  const [id, token] = [crypto.randomUUID(), randomToken()];
  await tx
    .insertInto('object_portals')
    .values({
      id,
      object_id: objectId,
      token_hash: tokenHash(token),
      token_secret: storedToken(config, id, token),
      created_at: now,
    })
    .execute();
  const change = numDeletedRows === 0n ? 'opened' : 'rotated';
  await recordAuditEvent(tx, { event: 'portal_changed', at: now, actor, subject: subjectOf(object), detail: { change } });
  return token;
}

/** Ends the portal of an object: its address is void. @throws 404 object missing or not visible, or it has none */
export async function endPortal(tx: Tx, actor: Actor, objectId: number, now: Date): Promise<void> {
  await requireActive(tx, actor);
  const object = await lockObject(tx, actor, objectId);
  const { numDeletedRows } = await tx.deleteFrom('object_portals').where('object_id', '=', objectId).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('portal');
  await recordAuditEvent(tx, {
    event: 'portal_changed',
    at: now,
    actor,
    subject: subjectOf(object),
    detail: { change: 'ended' },
  });
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
