import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, invalidValue, notFound } from '../../../platform/http/errors.ts';
import { lockWithActor } from '../../identity/users/actions.ts';
import type { Actor } from '../../visibility.ts';
import { checklistColumns, seesChecklist } from './queries.ts';
import {
  type ChangeChecklist,
  type Checklist,
  type ChecklistItem,
  type CreateChecklist,
  maxChecklists,
  type NewItem,
} from './schemas.ts';
import './tables.ts';

/**
 * Creates a checklist: a client for itself, an admin for a client or for the admins.
 * @throws 400 an item that is not valid, or no client; 401, 403 as for every change of an account; 409 too many
 */
export async function createChecklist(
  tx: Tx,
  actor: Actor,
  { name, items, client_id }: CreateChecklist,
  now: Date,
): Promise<Checklist> {
  const clientId = actor.role === 'admin' ? (client_id ?? null) : actor.id;
  const checked = checkItems(items, []);
  await lockWithActor(tx, actor, clientId ?? actor.id);
  if (actor.role === 'admin' && clientId !== null) await requireClient(tx, clientId);
  const created = await tx
    .insertInto('checklists')
    .values({ client_id: clientId, name, items: JSON.stringify(checked), created_at: now })
    .returning(checklistColumns)
    .executeTakeFirstOrThrow();
  await requireRoom(tx, clientId);
  return created;
}

async function requireClient(tx: Tx, id: string): Promise<void> {
  const account = await tx.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst();
  if (account?.role !== 'client') throw badRequest('not_a_client', 'client_id is not a client');
}

/** Counts after the write, under a lock, so that concurrent requests do not exceed the limit together. @throws 409 too many */
async function requireRoom(tx: Tx, clientId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('checklists ' || coalesce(${clientId}::text, ''), 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from checklists where client_id is not distinct from ${clientId}::uuid`.execute(tx);
  if ((rows[0]?.n ?? 0) > maxChecklists) throw conflict('too_many_checklists', errorMessages.tooManyChecklists);
}

/**
 * Changes a checklist. Items that are sent with their ids stay the same ones; copies in tickets do not change.
 * @throws 404 missing or not visible, 400 as createChecklist()
 */
export async function changeChecklist(tx: Tx, actor: Actor, id: number, { name, items }: ChangeChecklist): Promise<Checklist> {
  const { items: before } = await lockChecklist(tx, actor, id);
  return tx
    .updateTable('checklists')
    .set({ ...(name !== undefined && { name }), ...(items && { items: JSON.stringify(checkItems(items, before)) }) })
    .where('id', '=', id)
    .returning(checklistColumns)
    .executeTakeFirstOrThrow();
}

/** Deletes a checklist; its copies in tickets stay. @throws 404 missing or not visible */
export async function deleteChecklist(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockChecklist(tx, actor, id);
  await tx.deleteFrom('checklists').where('id', '=', id).execute();
}

async function lockChecklist(tx: Tx, actor: Actor, id: number): Promise<Pick<Checklist, 'items'>> {
  await lockWithActor(tx, actor, actor.id);
  const checklists = tx.selectFrom('checklists').select('items').where('id', '=', id).where(seesChecklist(actor));
  const checklist = await checklists.forUpdate().executeTakeFirst();
  if (!checklist) throw notFound('checklist');
  return checklist;
}

/** @param before the items of the checklist, whose ids can be sent @throws 400 */
function checkItems(items: readonly NewItem[], before: readonly ChecklistItem[]): ChecklistItem[] {
  const known = new Set(before.map(({ id }) => id));
  return items.map(({ id: given, required = false, ...item }, i) => {
    checkItem(item, i);
    const id = given?.toLowerCase() ?? crypto.randomUUID();
    if (given !== undefined && !known.delete(id)) throw invalidValue(`items.${i}.id`, 'must be the id of an item, once');
    return { id, ...item, required };
  });
}

/** What an item may have depends on its kind. @throws 400 */
function checkItem({ kind, unit, min, max, choices }: Omit<NewItem, 'id' | 'required'>, i: number): void {
  const ofNumber = Object.entries({ unit, min, max }).find(([, value]) => value !== undefined);
  if (kind !== 'number' && ofNumber) throw invalidValue(`items.${i}.${ofNumber[0]}`, 'must be missing unless the kind is number');
  if (min !== undefined && max !== undefined && min > max) throw invalidValue(`items.${i}.min`, 'must not be above max');
  if ((kind === 'choice') === (choices !== undefined)) return;
  throw invalidValue(`items.${i}.choices`, kind === 'choice' ? 'is required' : 'must be missing unless the kind is choice');
}
