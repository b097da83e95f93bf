import { sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { requireWithinQuota } from '../../quotas.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import { insertEquipment } from '../equipment/actions.ts';
import type { CheckedRow, RowError } from './check-rows.ts';
import type { ImportResult } from './run-import.ts';
import type { EquipmentColumns } from './schemas.ts';

/** An object, as rows name it. */
interface Place {
  project_id: number;
  object_id: number | null;
  object_name: string | null;
  client_id: string;
}

/**
 * Creates equipment of objects that the actor sees, which are given by the names of their projects and their own.
 * @throws 401 actor deleted, 403 actor disabled, 409 a client would have too much equipment
 */
export async function importEquipment(
  tx: Tx,
  quotas: Config['quotas'],
  actor: Actor,
  rows: readonly CheckedRow<EquipmentColumns>[],
  now: Date,
): Promise<ImportResult<number>> {
  await requireActive(tx, actor);
  const places = await findPlaces(tx, actor, rows);
  const errors: RowError[] = [];
  const ids = new Map<number, number>();
  const found: { row: number; objectId: number; fields: Omit<EquipmentColumns, 'project' | 'object'> }[] = [];
  for (const { row, values } of rows) {
    const { project, object, ...fields } = values;
    const place = findPlace(places.get(project) ?? [], object);
    if ('error' in place) errors.push({ row, ...place });
    else found.push({ row, objectId: place.id, fields });
  }
  // Concurrent imports wait for each other in the same order, which prevents deadlocks.
  const ordered = found.toSorted((a, b) => a.objectId - b.objectId || (a.fields.name < b.fields.name ? -1 : 1));
  for (const { row, objectId, fields } of ordered) {
    const id = await insertEquipment(tx, objectId, fields, now);
    if (id === undefined) errors.push({ row, column: 'name', error: errorMessages.equipmentNameTaken });
    else ids.set(row, id);
  }
  const result = { errors, ids, updated: 0 };
  if (errors.length > 0) return result;
  const clients = new Set([...places.values()].flat().map(({ client_id }) => client_id));
  for (const client of [...clients].sort()) await requireWithinQuota(tx, 'equipment', quotas, client, now);
  return result;
}

/** Finds projects and objects by their names. @returns them by the name of the project */
async function findPlaces(tx: Tx, actor: Actor, rows: readonly CheckedRow<EquipmentColumns>[]): Promise<Map<string, Place[]>> {
  const projects = [...new Set(rows.map(({ values }) => values.project))];
  const objects = [...new Set(rows.map(({ values }) => values.object))];
  const found = await tx
    .selectFrom('projects as p')
    .leftJoin('objects as o', (join) =>
      join.onRef('o.project_id', '=', 'p.id').on('o.name', '=', sql<string>`any(${objects}::text[])`),
    )
    .select(['p.id as project_id', 'p.name as project_name', 'p.client_id', 'o.id as object_id', 'o.name as object_name'])
    .where('p.name', '=', sql<string>`any(${projects}::text[])`)
    .where(seesProject(actor))
    .execute();
  return Map.groupBy(found, ({ project_name }) => project_name);
}

function findPlace(places: readonly Place[], object: string): { id: number } | { column: string; error: string } {
  const projects = new Set(places.map(({ project_id }) => project_id));
  if (projects.size === 0) return { column: 'project', error: 'there is no project with this name' };
  if (projects.size > 1) return { column: 'project', error: 'several projects have this name' };
  const id = places.find(({ object_name }) => object_name === object)?.object_id;
  return id ? { id } : { column: 'object', error: 'the project has no object with this name' };
}
