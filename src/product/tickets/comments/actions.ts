import { type RawBuilder, sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Db, Tx, WritableDb } from '../../../platform/database/database.ts';
import { causingSpan } from '../../../platform/deliveries/queue.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import {
  conflict,
  forbidden,
  type HttpError,
  invalidAccessToken,
  notFound,
  validationFailed,
} from '../../../platform/http/errors.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { type Subscriptions, subscribedRows } from '../../../platform/module/events.ts';
import { type Actor, readsInternalComments, seesTicket } from '../../visibility.ts';
import type { CommentAddedPayload } from '../events.ts';
import { internalChangeNotice, ticketChangeNotice } from '../notify-change.ts';
import type { AddComment, TicketComment } from './schemas.ts';

type AddedComment = Omit<TicketComment, 'attachments'>;

/** How often a comment is tried: another change may have removed the obstacle before it was looked up. */
const maxAttempts = 3;

/**
 * Adds a comment to a ticket that is not closed.
 * @throws 400 both internal and for the reporter, 404 no such ticket, 403 not visible, account disabled, or an internal one of somebody who
 * does not read those, 401 account deleted, 409 closed, or for the reporter of a ticket that has none
 */
export async function addComment(
  { db, subscriptions }: Pick<Deps, 'db' | 'subscriptions'>,
  actor: Actor,
  ticketId: number,
  comment: AddComment,
  now: Date,
): Promise<TicketComment> {
  if (comment.internal && comment.to_reporter) throw validationFailed(errorMessages.internalToReporter, '#/to_reporter');
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const added = await db.statement((writer) => insertComment(writer, subscriptions, actor, ticketId, comment, now));
    if (added) return { ...added, attachments: [] };
    const error = await commentError(db.read, actor, ticketId, comment);
    if (error) throw error;
  }
  throw conflict('ticket_changed_by_others', errorMessages.ticketChangedByOthers);
}

/**
 * One statement: it locks account and ticket, checks both under the lock, adds the comment, delivers the event and notifies the
 * consoles. A transition that closes the ticket waits for the lock, or its result is seen here.
 * @returns undefined when a check failed
 */
export async function insertComment(
  db: WritableDb,
  subscriptions: Subscriptions,
  actor: Actor,
  ticketId: number,
  { text, internal = false, to_reporter: toReporter = false }: AddComment,
  now: Date,
): Promise<AddedComment | undefined> {
  const deliveries = insertDeliveries(subscriptions, internal, now);
  const notice = internal ? internalChangeNotice : ticketChangeNotice;
  const { rows } = await sql<AddedComment & { notified: unknown }>`
    with author as (
      select id, name, role from users where id = ${senderIdOf(actor)} and is_active for share
    ), ticket as (
      select t.id, t.client_id, author.id as author_id, author.name, author.role
      from author, tickets as t where t.id = ${ticketId} and t.status <> 'closed' and ${maySay(actor, internal)}
        and ${canRead(toReporter)}
      for share of t
    ), added as (
      insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, is_internal, to_reporter, created_at)
      select id, author_id, name, role, ${text}::text, ${internal}::boolean, ${toReporter}::boolean, ${now}::timestamptz from ticket
      returning *
    )${deliveries ? sql`, deliveries_of_comment as (${deliveries})` : sql``}
    select id, author_id, author_name, author_role, text, is_internal as internal, to_reporter, created_at, ${notice(sql`ticket_id`)} as notified
    from added`.execute(db);
  if (!rows[0]) return undefined;
  const { notified: _, ...comment } = rows[0];
  return comment;
}

/** A comment for those who reported the ticket needs one of them. The table belongs to product/portal, which may be missing. Alias `t`. */
const canRead = (toReporter: boolean) =>
  toReporter ? sql<boolean>`exists (select from portal_reports as r where r.ticket_id = t.id)` : sql<boolean>`true`;

/**
 * Adds what somebody writes who has reported the ticket without an account, to a ticket that is not closed. The caller has found the report.
 * @returns undefined when the ticket is closed
 */
export async function insertReporterComment(
  tx: Tx,
  subscriptions: Subscriptions,
  { ticketId, reportId }: { ticketId: number; reportId: string },
  text: string,
  now: Date,
): Promise<{ created_at: string } | undefined> {
  const deliveries = insertDeliveries(subscriptions, false, now);
  // author_role has to be one of accounts; report_id shows that it is none.
  const { rows } = await sql<{ created_at: string }>`
    with ticket as (
      select id, client_id from tickets where id = ${ticketId} and status <> 'closed' for share
    ), added as (
      insert into ticket_comments (ticket_id, author_name, author_role, text, report_id, created_at)
      select id, '', 'client', ${text}::text, ${reportId}::uuid, ${now}::timestamptz from ticket
      returning *
    )${deliveries ? sql`, deliveries_of_comment as (${deliveries})` : sql``}
    select created_at, ${ticketChangeNotice(sql`ticket_id`)} as notified from added`.execute(tx);
  return rows[0] && { created_at: rows[0].created_at };
}

/** Who writes a comment: whoever sees the ticket; an internal one who reads those, too. Alias `t`. */
const maySay = (actor: Actor, internal: boolean) =>
  internal ? sql<boolean>`(${seesTicket(actor)} and ${readsInternalComments(actor)})` : seesTicket(actor);

/** The INSERT that delivers the comment in `added` to the subscribers; undefined when nobody subscribed. */
function insertDeliveries(subscriptions: Subscriptions, internal: boolean, now: Date): RawBuilder<unknown> | undefined {
  const subscribed = subscriptions.queuesFor('comment_added', {});
  if (subscribed.length === 0) return undefined;
  const kind: CommentAddedPayload['kind'] = internal ? 'internal_comment_added' : 'comment_added';
  return sql`
    insert into deliveries (queue, payload, tenant, created_at, traceparent)
    select queue,
      jsonb_build_object('kind', ${kind}::text, 'ticket_id', c.ticket_id, 'comment_id', c.id, 'author_id', c.author_id,
        'author_name', c.author_name, 'text', c.text),
      ticket.client_id, ${now}::timestamptz, ${causingSpan()}
    from added as c join ticket on ticket.id = c.ticket_id, ${subscribedRows(subscribed)}`;
}

/** Why a comment was refused; undefined when nothing stands against it any more. */
async function commentError(
  db: Db,
  actor: Actor,
  ticketId: number,
  { internal = false, to_reporter: toReporter = false }: AddComment,
): Promise<HttpError | undefined> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', seesTicket(actor).as('visible'), maySay(actor, internal).as('allowed')])
    .select(canRead(toReporter).as('has_reader'))
    .select(sql<boolean | null>`(select is_active from users where id = ${senderIdOf(actor)})`.as('is_active'))
    .where('t.id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) return notFound('ticket');
  if (ticket.is_active === null) return invalidAccessToken();
  if (!ticket.is_active) return forbidden('account_disabled', errorMessages.accountDisabled);
  if (!ticket.visible) return forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (!ticket.allowed) return forbidden('internal_comments_not_for_you', errorMessages.internalCommentsNotForYou);
  if (ticket.status === 'closed') return conflict('ticket_closed', errorMessages.commentOnClosedTicket);
  return ticket.has_reader ? undefined : conflict('ticket_without_report', errorMessages.ticketWithoutReport);
}
