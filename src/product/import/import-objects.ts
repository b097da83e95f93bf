import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { requireWithinQuota } from '../quotas.ts';
import { requireActive } from '../users/actions.ts';
import { type Actor, seesProject } from '../visibility.ts';
import type { CheckedRow, RowError } from './check-rows.ts';
import type { ObjectColumns } from './schemas.ts';

interface NewObject {
  row: number;
  projectId: number;
  name: string;
  address: string;
}

/**
 * Creates objects in projects that the actor sees, which are given by their names.
 * @returns the rows that cannot be imported
 * @throws 401 actor deleted, 403 actor disabled, 409 a client would have too many objects
 */
export async function importObjects(
  tx: Tx,
  quotas: Config['quotas'],
  actor: Actor,
  rows: readonly CheckedRow<ObjectColumns>[],
  now: Date,
): Promise<RowError[]> {
  await requireActive(tx, actor);
  const projects = await lockProjects(tx, actor, [...new Set(rows.map(({ values }) => values.project))]);
  const errors: RowError[] = [];
  const objects: NewObject[] = [];
  for (const { row, values } of rows) {
    const found = findProject(projects.get(values.project) ?? []);
    if ('error' in found) errors.push({ row, column: 'project', error: found.error });
    else objects.push({ row, projectId: found.id, name: values.name, address: values.address });
  }
  // Concurrent imports wait for each other in the same order, which prevents deadlocks.
  for (const object of objects.toSorted((a, b) => a.projectId - b.projectId || (a.name < b.name ? -1 : 1))) {
    const isNew = await insertObject(tx, object, now);
    if (!isNew) errors.push({ row: object.row, column: 'name', error: errorMessages.objectNameTaken });
  }
  if (errors.length > 0) return errors;
  const clients = new Set([...projects.values()].flat().map(({ client_id }) => client_id));
  for (const client of [...clients].sort()) await requireWithinQuota(tx, 'objects', quotas, client, now);
  return errors;
}

/** Finds the projects by their names, locked so that none is disabled until its objects exist. */
async function lockProjects(tx: Tx, actor: Actor, names: string[]) {
  const projects = await tx
    .selectFrom('projects as p')
    .select(['p.id', 'p.name', 'p.client_id', 'p.is_active'])
    .where('p.name', '=', sql<string>`any(${names}::text[])`)
    .where(seesProject(actor))
    .orderBy('p.id')
    .forShare()
    .execute();
  return Map.groupBy(projects, ({ name }) => name);
}

function findProject(found: readonly { id: number; is_active: boolean }[]): { id: number } | { error: string } {
  const [project] = found;
  if (!project) return { error: 'there is no project with this name' };
  if (found.length > 1) return { error: 'several projects have this name' };
  return project.is_active ? { id: project.id } : { error: errorMessages.projectDisabled };
}

/** @returns false: the name is taken in the project */
async function insertObject(tx: Tx, { projectId, name, address }: NewObject, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('objects')
    .values({ project_id: projectId, name, address, created_at: now })
    .onConflict((existing) => existing.columns(['project_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
