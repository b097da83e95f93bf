import { senderIdOf } from '../../platform/audit/audit-log.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Actor } from '../visibility.ts';
import { insertTicket, type NewTicket } from './insert-ticket.ts';
import { type PresentedTicket, present } from './queries.ts';

/** @throws 404 object missing or foreign, 409 project or object disabled */
export async function createTicket(
  { db, subscriptions }: Pick<Deps, 'db' | 'subscriptions'>,
  actor: Actor,
  ticket: NewTicket,
  now: Date,
): Promise<PresentedTicket> {
  const origin = { ownerId: actor.id, authorId: senderIdOf(actor), now };
  const row = await db.statement((writer) => insertTicket(writer, subscriptions, ticket, origin));
  if (row) return present(row);
  const place = await db.read
    .selectFrom('objects as o')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('o.id')
    .where('o.id', '=', ticket.object_id)
    .where('p.client_id', '=', actor.id)
    .executeTakeFirst();
  throw place ? conflict('project_or_object_disabled', errorMessages.projectOrObjectDisabled) : notFound('object');
}
