import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import { requireProject } from '../projects/queries.ts';
import { getObject } from './queries.ts';
import type { ChangeObjectDetails, CreateObject } from './schemas.ts';

/** Creates an object in a project. @throws 404 project missing or not visible, 409 project disabled or name taken */
export async function createObject(tx: Tx, actor: Actor, projectId: number, object: CreateObject, now: Date) {
  // The lock keeps the project from being disabled until the object exists.
  const project = await requireProject(tx, actor, projectId, 'forShare');
  if (!project.is_active) throw conflict('project_disabled', errorMessages.projectDisabled);
  const { id } = await tx
    .insertInto('objects')
    .values({ ...object, project_id: projectId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return getObject(tx, actor, id);
}

/** Changes an object. @throws 404 missing or not visible, 409 name or reference taken */
export async function changeObject(tx: Tx, actor: Actor, id: number, changes: ChangeObjectDetails): Promise<void> {
  const { reference, ...others } = changes;
  const changed = await tx
    .updateTable('objects as o')
    .from('projects as p')
    .set({
      ...others,
      ...(reference !== undefined && {
        reference: reference || null,
        reference_client_id: reference ? sql<string>`p.client_id` : null,
      }),
    })
    .whereRef('p.id', '=', 'o.project_id')
    .where('o.id', '=', id)
    .where(seesProject(actor))
    .returning('o.id')
    .executeTakeFirst();
  if (!changed) throw notFound('object');
}
