import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import { requireProject } from '../../places/projects/queries.ts';
import type { Actor } from '../../visibility.ts';
import { type CostSettings, defaultCurrency, type ProjectCosts } from './schemas.ts';
import './tables.ts';

/** Reads what costs of a project count in, and its limit. @throws 404 missing or not visible */
export async function getCostSettings(db: Db, actor: Actor, projectId: number): Promise<ProjectCosts> {
  await requireProject(db, actor, projectId);
  const settings = db.selectFrom('project_costs').select(['currency', 'approval_limit']);
  const row = await settings.where('project_id', '=', projectId).executeTakeFirst();
  return row ?? { currency: defaultCurrency, approval_limit: null };
}

/**
 * Sets what costs of a project count in, and its limit.
 * @throws 404 missing or not visible; 409 another currency than that of costs or quotes that are there
 */
export async function putCostSettings(tx: Tx, actor: Actor, projectId: number, settings: CostSettings): Promise<void> {
  await requireProject(tx, actor, projectId, 'forShare');
  const former = await lockSettings(tx, projectId, 'forUpdate');
  if (former !== settings.currency && (await hasAmounts(tx, projectId)))
    throw conflict('currency_in_use', errorMessages.currencyInUse);
  await tx.updateTable('project_costs').set(settings).where('project_id', '=', projectId).execute();
}

/**
 * Locks the currency of the project of a ticket, before the ticket is locked, because a deletion locks projects first.
 * @returns the currency, which stays until the end of the transaction
 * @throws 404 no such ticket
 */
export async function lockCurrencyOf(tx: Tx, ticketId: number): Promise<string> {
  const ticket = await tx.selectFrom('tickets').select('project_id').where('id', '=', ticketId).executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  return lockSettings(tx, ticket.project_id, 'forShare');
}

/** The row is made when it is missing: otherwise there is nothing that a change of the currency could wait for. */
async function lockSettings(tx: Tx, projectId: number, lock: 'forShare' | 'forUpdate'): Promise<string> {
  await tx
    .insertInto('project_costs')
    .values({ project_id: projectId, currency: defaultCurrency, approval_limit: null })
    .onConflict((existing) => existing.column('project_id').doNothing())
    .execute();
  const row = tx.selectFrom('project_costs').select('currency').where('project_id', '=', projectId);
  return (await row[lock]().executeTakeFirstOrThrow()).currency;
}

async function hasAmounts(tx: Tx, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ found: SqlBool }>`
    select exists (select from deleted_ticket_costs where project_id = ${projectId})
      or exists (
        select from tickets as t where t.project_id = ${projectId}
          and (exists (select from ticket_costs as c where c.ticket_id = t.id)
            or exists (select from ticket_quotes as q where q.ticket_id = t.id))) as found`.execute(tx);
  return rows[0]?.found === true;
}
