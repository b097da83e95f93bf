import type { Tx } from '../../../platform/database/database.ts';
import { badRequest, invalidAccessToken, invalidValue, notFound } from '../../../platform/http/errors.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import { getProject } from './queries.ts';
import type { ChangeProject } from './schemas.ts';

/**
 * Creates a project.
 * @param ownerId required of an admin; a client owns its own projects
 * @throws 400 owner missing or not a client, 409 name taken
 */
export async function createProject(tx: Tx, actor: Actor, name: string, ownerId: string | undefined, now: Date) {
  const clientId = actor.role === 'client' ? actor.id : ownerId;
  if (clientId === undefined) throw invalidValue('client_id', 'is required');
  const owner = await tx.selectFrom('users').select('role').where('id', '=', clientId).forShare().executeTakeFirst();
  if (owner?.role !== 'client')
    throw actor.role === 'client' ? invalidAccessToken() : badRequest('not_a_client', 'client_id is not a client');
  const project = { client_id: clientId, name, created_at: now };
  const { id } = await tx.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
  return getProject(tx, actor, id);
}

/** Renames, disables or enables a project. @throws 404 missing or not visible, 409 name taken */
export async function changeProject(tx: Tx, actor: Actor, id: number, changes: ChangeProject) {
  const changed = await tx
    .updateTable('projects as p')
    .set(changes)
    .where('p.id', '=', id)
    .where(seesProject(actor))
    .returning('p.id')
    .executeTakeFirst();
  if (!changed) throw notFound('project');
  return getProject(tx, actor, id);
}
