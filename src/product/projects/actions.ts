import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open.ts';
import { badRequest, notFound, unauthorized } from '../../platform/http/errors.ts';
import { type Actor, seesProject } from '../visibility.ts';
import { deleteContents } from './delete-contents.ts';
import { getProject } from './queries.ts';
import type { Project } from './schemas.ts';

/**
 * @param owner named by an admin; a client owns what it creates
 * @throws 400 owner missing or not a client, 409 name taken
 */
export async function createProject(tx: Tx, actor: Actor, name: string, owner: string | undefined, now: Date): Promise<Project> {
  const clientId = actor.role === 'client' ? actor.id : owner;
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

/** @throws 404 missing or foreign, 409 name taken */
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

/**
 * Deletes a project with its objects, memberships, rules and tickets (docs/rules.md, Projects and objects). The lock keeps new tickets and
 * objects from arriving meanwhile.
 * @throws 404 missing
 */
export async function deleteProject(tx: Tx, actor: Actor, id: number): Promise<void> {
  const project = await tx
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.id', '=', id)
    .where(seesProject(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!project) throw notFound('project');
  await deleteContents(tx, id);
  await tx.deleteFrom('projects').where('id', '=', id).execute();
}
