import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import { requireActive } from '../../identity/users/actions.ts';
import { requireWithinQuota } from '../../quotas.ts';
import { type Actor, seesProject } from '../../visibility.ts';
import type { ObjectChangedPayload } from '../projects/events.ts';
import type { CheckedRow, RowError } from './check-rows.ts';
import type { ImportResult } from './run-import.ts';
import type { ObjectColumns } from './schemas.ts';

interface ImportedObject {
  row: number;
  projectId: number;
  name: string;
  address: string;
  /** what another system calls it, and the client for whom that is unique */
  reference: string | undefined;
  clientId: string;
}

/** What became of one row: `kept` is an object that has the values of the row already. */
type Outcome = 'created' | 'changed' | 'kept';

/**
 * Creates objects in projects that the actor sees, which are given by their names, and changes those whose reference is there already.
 * @throws 401 actor deleted, 403 actor disabled, 409 a client would have too many objects
 */
export async function importObjects(
  tx: Tx,
  { config: { quotas }, ...events }: Pick<Deps, 'config' | 'subscriptions' | 'deliveries'>,
  actor: Actor,
  rows: readonly CheckedRow<ObjectColumns>[],
  now: Date,
): Promise<ImportResult<number>> {
  await requireActive(tx, actor);
  const projects = await lockProjects(tx, actor, [...new Set(rows.map(({ values }) => values.project))]);
  const errors: RowError[] = [];
  const objects: ImportedObject[] = [];
  const ids = new Map<number, number>();
  const changes: { clientId: string; payload: ObjectChangedPayload }[] = [];
  let updated = 0;
  for (const { row, values } of rows) {
    const found = findProject(projects.get(values.project) ?? []);
    if ('error' in found) errors.push({ row, column: 'project', error: found.error });
    else objects.push({ ...values, row, projectId: found.id, clientId: found.clientId, reference: values.reference });
  }
  await lockObjects(tx, objects);
  // New ones of concurrent imports wait for each other in the same order, which prevents deadlocks.
  for (const object of objects.toSorted((a, b) => a.projectId - b.projectId || (a.name < b.name ? -1 : 1))) {
    const written = (await updateObject(tx, object)) ?? (await insertObject(tx, object, now));
    if ('error' in written) errors.push({ row: object.row, ...written });
    else {
      ids.set(object.row, written.id);
      const { id: object_id, outcome } = written;
      if (outcome !== 'created') updated++;
      if (outcome === 'kept') continue;
      changes.push({ clientId: object.clientId, payload: { kind: 'object_changed', object_id, change: outcome } });
    }
  }
  const result = { errors, ids, updated };
  if (errors.length > 0) return result;
  const clients = new Set([...projects.values()].flat().map(({ client_id }) => client_id));
  for (const client of [...clients].sort()) await requireWithinQuota(tx, 'objects', quotas, client, now);
  for (const [client, ofClient] of Map.groupBy(changes, ({ clientId }) => clientId)) {
    const payloads = ofClient.map(({ payload }) => payload);
    await deliverEvent(tx, events, 'object_changed', {}, payloads, client, now);
  }
  return result;
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

function findProject(
  found: readonly { id: number; client_id: string; is_active: boolean }[],
): { id: number; clientId: string } | { error: string } {
  const [project] = found;
  if (!project) return { error: 'there is no project with this name' };
  if (found.length > 1) return { error: 'several projects have this name' };
  return project.is_active ? { id: project.id, clientId: project.client_id } : { error: errorMessages.projectDisabled };
}

/** Locks the objects that rows change, in the order in which the rules of several objects lock them. */
async function lockObjects(tx: Tx, objects: readonly ImportedObject[]): Promise<void> {
  const named = objects.filter(({ reference }) => reference !== undefined);
  const [clients, references] = [named.map(({ clientId }) => clientId), named.map(({ reference }) => reference)];
  await sql`
    select from objects
    where (reference_client_id, reference) in (select * from unnest(${clients}::uuid[], ${references}::text[]))
    order by id for update`.execute(tx);
}

type Written = { id: number; outcome: Outcome } | Omit<RowError, 'row'>;

const nameTaken = { column: 'name', error: errorMessages.objectNameTaken };
const referenceTaken = { column: 'reference', error: errorMessages.referenceTaken };

/** Changes the object with the reference. @returns undefined when there is none */
async function updateObject(
  tx: Tx,
  { projectId, clientId, reference, name, address }: ImportedObject,
): Promise<Written | undefined> {
  if (reference === undefined) return undefined;
  const existing = await tx
    .selectFrom('objects')
    .select(['id', 'project_id', 'name', 'address'])
    .where('reference', '=', reference)
    .where('reference_client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
  if (!existing) return undefined;
  if (existing.project_id !== projectId) return referenceTaken;
  if (existing.name === name && existing.address === address) return { id: existing.id, outcome: 'kept' };
  const { rows } = await sql<{ id: number }>`
    update objects set name = ${name}, address = ${address} where id = ${existing.id} and not exists (
      select from objects as other where other.project_id = ${projectId} and other.name = ${name} and other.id <> ${existing.id})
    returning id`.execute(tx);
  return rows[0] ? { id: existing.id, outcome: 'changed' } : nameTaken;
}

async function insertObject(
  tx: Tx,
  { projectId, clientId, reference, name, address }: ImportedObject,
  now: Date,
): Promise<Written> {
  const withReference = reference === undefined ? {} : { reference, reference_client_id: clientId };
  const inserted = await tx
    .insertInto('objects')
    .values({ project_id: projectId, name, address, ...withReference, created_at: now })
    .onConflict((existing) => existing.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, outcome: 'created' };
  const isNameTaken = await tx
    .selectFrom('objects')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst();
  return isNameTaken ? nameTaken : referenceTaken;
}
