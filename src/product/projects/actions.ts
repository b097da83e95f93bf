import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open.ts';
import { badRequest, notFound, unauthorized } from '../../platform/http/errors.ts';
import { type Actor, seesProject } from '../visibility.ts';
import { getProject } from './queries.ts';
import type { Project } from './schemas.ts';

/**
 * Creates a project.
 * @param ownerId required of an admin; a client owns its own projects
 * @throws 400 owner missing or not a client, 409 name taken
 */
export async function createProject(
  tx: Tx,
  actor: Actor,
  name: string,
  ownerId: string | undefined,
  now: Date,
): Promise<Project> {
  const clientId = actor.role === 'client' ? actor.id : ownerId;
  if (clientId === undefined) throw badRequest('client_id is required');
  const created = await tx
    .insertInto('projects')
    .columns(['client_id', 'name', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['id', sql<string>`${name}::text`.as('name'), sql<Date>`${now}::timestamptz`.as('created_at')])
        .where('id', '=', clientId)
        .where('role', '=', 'client')
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!created) throw actor.role === 'client' ? unauthorized() : badRequest('client_id is not a client');
  return getProject(tx, actor, created.id);
}

/** Renames, disables or enables a project. @throws 404 missing or not visible, 409 name taken */
export async function changeProject(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: { name?: string; is_active?: boolean },
): Promise<Project> {
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
