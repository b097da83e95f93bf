import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { WebhookDisabledPayload } from '../../product/identity/users/account-events.ts';
import type { InvitationPayload } from '../../product/places/members/schemas.ts';
import type {
  CommentAddedPayload,
  HandBackPayload,
  ReportReceivedPayload,
  RuleWorkerMissingPayload,
  TicketEditedPayload,
  TicketEventPayload,
  TicketNoticePayload,
} from '../../product/tickets/events.ts';
import type { TicketStatus } from '../../product/tickets/lifecycle.ts';
import { type NotificationEvent, notificationKinds, type TicketNotice } from './kinds.ts';
import type { NotificationParams } from './params.ts';
import { activeMembers, allAdmins, readersOfComment, readersOfInternal } from './recipients.ts';

/** A message about an event; `cause` identifies it among all messages to a recipient. */
export interface EventMessage {
  event: NotificationEvent;
  cause: string;
  recipientIds: string[];
  /** who did it, and is no recipient as a deputy either; null: nobody, or somebody whose account was deleted */
  actorId?: string | null;
  ticketId: number | null;
  projectId: number | null;
  /** of a report */
  reportId?: string;
  /** of a document that expires */
  documentId?: number;
  params: NotificationParams;
  /** false: nobody has to act on it any more, so that it is listed as read, and not sent */
  conditionHolds?: boolean;
}

interface Entry {
  actor_id: string | null;
  actor_name: string;
  comment: string;
  client_id: string;
  worker_id: string | null;
  project_id: number;
  priority: string;
  description: string;
  object_name: string;
  status: TicketStatus;
  /** a later entry gives the ticket to another worker */
  is_reassigned: boolean;
}

const titleLength = 120;
const commentLength = 1_000;

/** The message about an entry of the journal (docs/notifications.md). Nobody is notified of what they did themselves. */
export async function messagesAboutTicketEvent(
  tx: Tx,
  { event_id: eventId, ticket_id: ticketId, action }: TicketEventPayload,
): Promise<EventMessage[]> {
  const entry = await readEntry(tx, eventId);
  if (!entry) return []; // the ticket was deleted
  const { client_id: client, worker_id: worker, actor_id: actor, comment: reason, is_reassigned: isReassigned } = entry;
  const messageTo = (event: NotificationEvent, concerned: (string | null)[], more: NotificationParams = {}): EventMessage[] => {
    const recipientIds = concerned.filter((id): id is string => id !== null && id !== actor);
    const shared = { event, cause: `journal:${eventId}`, actorId: actor, ticketId, projectId: null };
    return recipientIds.length === 0 ? [] : [{ ...shared, recipientIds, params: { ...paramsOf(entry), ...more } }];
  };
  switch (action) {
    case 'created':
      return messageTo('ticket_available', await activeMembers(tx, entry.project_id)).map((message) => ({
        ...message,
        conditionHolds: entry.status === 'new',
      }));
    case 'assigned':
      // The present worker gets the entry of the reassignment, and not what was meant for the one before.
      return messageTo('ticket_assigned', isReassigned ? [] : [worker], reason ? { reason } : {}); // a reassignment may have one
    case 'started':
      return messageTo('ticket_started', [client]);
    case 'done':
      return messageTo('ticket_done', [client]);
    case 'rejected':
      return messageTo('ticket_rejected', isReassigned ? [] : [worker], { reason });
    case 'confirmed':
      return messageTo('ticket_confirmed', [worker]);
    case 'canceled':
      return messageTo('ticket_canceled', [client, worker], { reason });
    case 'photo_added':
    case 'photo_removed':
      return [];
  }
}

/**
 * Notifies the client and the assigned worker of a comment, or while there is none the workers who may take the ticket. Of an internal
 * one it notifies the assigned worker, and the admins of one that the worker wrote, without its text: a worker keeps mails, messages and
 * the inbox after the ticket went to somebody else.
 */
export async function messagesAboutComment(tx: Tx, comment: CommentAddedPayload): Promise<EventMessage[]> {
  const { kind, ticket_id: ticketId, comment_id, author_id, text } = comment;
  const isInternal = kind === 'internal_comment_added';
  // The name of the author may have been replaced since this delivery was read.
  const stored = await tx.selectFrom('ticket_comments').select('author_name').where('id', '=', comment_id).executeTakeFirst();
  const actor_name = stored?.author_name ?? comment.author_name;
  const ticket = await selectTicket(tx, ticketId).executeTakeFirst();
  if (!ticket) return [];
  const readers = isInternal ? await readersOfInternal(tx, ticket.worker_id, author_id) : await readersOfComment(tx, ticket);
  const recipientIds = readers.filter((id): id is string => id !== null && id !== author_id);
  const params = { ...paramsOf({ ...ticket, actor_name }), ...(!isInternal && { comment: cut(text, commentLength) }) };
  return [
    {
      event: 'comment_added',
      cause: `comment:${comment_id}`,
      recipientIds,
      actorId: author_id,
      ticketId,
      projectId: null,
      params,
    },
  ];
}

/** Notifies the worker who had the ticket when it was corrected, and still has it, which of its fields were changed. */
export async function messagesAboutEdit(
  tx: Tx,
  { ticket_id: ticketId, worker_id: worker, edit_ids }: TicketEditedPayload,
): Promise<EventMessage[]> {
  const edits = await tx
    .selectFrom('ticket_edits')
    .select(['id', 'field', 'actor_id', 'actor_name'])
    .where('id', 'in', edit_ids)
    .orderBy('id')
    .execute();
  const ticket = await selectTicket(tx, ticketId).executeTakeFirst();
  const [first] = edits;
  if (!ticket || !first || worker === null || ticket.worker_id !== worker || first.actor_id === worker) return [];
  const params = {
    ...paramsOf({ ...ticket, actor_name: first.actor_name }),
    fields: edits.map(({ field }) => field),
  };
  return [{ event: 'ticket_edited', cause: `edit:${first.id}`, recipientIds: [worker], ticketId, projectId: null, params }];
}

/** Notifies those whom the kind names of an event of which the ticket, who did it and when are enough. */
export async function messagesAboutNotice(
  tx: Tx,
  { kind, ticket_id: ticketId, actor_id, at }: TicketNoticePayload<TicketNotice>,
): Promise<EventMessage[]> {
  const ticket = await selectTicket(tx, ticketId)
    .leftJoin('users as u', (join) => join.on('u.id', '=', actor_id))
    .select('u.name as actor_name')
    .executeTakeFirst();
  if (!ticket) return []; // it was deleted
  const { to = [] } = notificationKinds[kind];
  const parties = [to.includes('client') ? ticket.client_id : null, to.includes('worker') ? ticket.worker_id : null];
  const concerned = [...parties, ...(to.includes('admins') ? await allAdmins(tx) : [])];
  const recipientIds = concerned.filter((id): id is string => id !== null && id !== actor_id);
  const params = paramsOf({ ...ticket, actor_name: ticket.actor_name ?? '' });
  return [
    { event: kind, cause: `${kind}:${ticketId}:${at}`, recipientIds, actorId: actor_id, ticketId, projectId: null, params },
  ];
}

/** A SELECT of what messages about a ticket need, to which more can be joined. */
export const selectTicket = (tx: Tx, ticketId: number) =>
  tx
    .selectFrom('tickets as t')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .select(['t.client_id', 't.worker_id', 't.project_id', 't.status', 't.priority', 't.description', 'o.name as object_name'])
    .where('t.id', '=', ticketId);

export type Named = Pick<Entry, 'actor_name' | 'priority' | 'description' | 'object_name'>;

/** What a notification of a ticket names. */
export function paramsOf({ actor_name, priority, description, object_name }: Named): NotificationParams {
  return { title: titleOf(description), object_name, actor_name, priority };
}

/** @returns the first line of the description of a ticket, of limited length */
export function titleOf(description: string): string {
  const [firstLine = ''] = description.split('\n');
  return cut(firstLine.trimEnd(), titleLength);
}

function cut(text: string, maxLength: number): string {
  const letters = [...text];
  return letters.length > maxLength ? `${letters.slice(0, maxLength).join('').trimEnd()}…` : text;
}

async function readEntry(tx: Tx, eventId: number): Promise<Entry | undefined> {
  return tx
    .selectFrom('ticket_events as e')
    .innerJoin('tickets as t', 't.id', 'e.ticket_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .select(['e.actor_id', 'e.actor_name', 'e.comment', 't.client_id', 't.worker_id', 't.project_id', 't.priority'])
    .select(['t.description', 't.status', 'o.name as object_name'])
    .select(
      sql<boolean>`exists (select from ticket_events as later
        where later.ticket_id = e.ticket_id and later.id > e.id and later.action = 'assigned')`.as('is_reassigned'),
    )
    .where('e.id', '=', eventId)
    .executeTakeFirst();
}

/** Notifies the client and the admins, who have to find another worker. */
export async function messagesAboutHandBack(tx: Tx, { hand_back_id: handBackId }: HandBackPayload): Promise<EventMessage[]> {
  const handBack = await tx
    .selectFrom('ticket_hand_backs as h')
    .innerJoin('tickets as t', 't.id', 'h.ticket_id')
    .innerJoin('objects as o', 'o.id', 't.object_id')
    .select(['h.ticket_id', 'h.actor_id', 'h.reason', 'h.is_open'])
    .select(sql<string>`coalesce(nullif(h.actor_name, ''), h.worker_name)`.as('actor_name'))
    .select(['t.client_id', 't.priority', 't.description', 'o.name as object_name'])
    .where('h.id', '=', handBackId)
    .executeTakeFirst();
  if (!handBack) return []; // the ticket was deleted
  const { ticket_id: ticketId, client_id, actor_id, reason, is_open } = handBack;
  const recipientIds = [client_id, ...(await allAdmins(tx))].filter((id) => id !== actor_id);
  const params = { ...paramsOf(handBack), reason };
  return [
    {
      event: 'handed_back',
      cause: `hand_back:${handBackId}`,
      recipientIds,
      actorId: actor_id,
      ticketId,
      projectId: null,
      params,
      conditionHolds: is_open,
    },
  ];
}

/** Notifies the client, who has to find a worker for a ticket of a rule. */
export async function messagesAboutMissingWorker(
  tx: Tx,
  { ticket_id: ticketId, worker_id }: RuleWorkerMissingPayload,
): Promise<EventMessage[]> {
  const ticket = await selectTicket(tx, ticketId)
    .select(sql<string>`coalesce((select name from users where id = ${worker_id}::uuid), '')`.as('actor_name'))
    .executeTakeFirst();
  if (!ticket) return []; // it was deleted
  const shared = { event: 'rule_worker_missing', cause: `rule_worker:${ticketId}`, ticketId, projectId: null } as const;
  return [{ ...shared, recipientIds: [ticket.client_id], params: paramsOf(ticket), conditionHolds: ticket.status === 'new' }];
}

/** Notifies the client of an object of a report about it. */
export async function messagesAboutReport(tx: Tx, { report_id: reportId }: ReportReceivedPayload): Promise<EventMessage[]> {
  const report = await tx
    .selectFrom('portal_reports as r')
    .leftJoin('objects as o', 'o.id', 'r.object_id')
    .leftJoin('projects as p', 'p.id', 'o.project_id')
    .select(['o.project_id', 'o.name as object_name', 'r.text', 'r.status'])
    .select(sql<string | null>`coalesce(p.client_id, r.client_id)`.as('client_id'))
    .select(['r.reported_by as actorId', 'r.reported_by_name'])
    .where('r.id', '=', reportId)
    .executeTakeFirst();
  if (!report?.client_id) return []; // it was deleted, or admins alone see it
  const { client_id, project_id: projectId, object_name, text, status, actorId, reported_by_name: actor_name } = report;
  const params = { title: titleOf(text), object_name: object_name ?? '', ...(actor_name && { actor_name }) };
  const shared = { event: 'report_received', cause: `report:${reportId}`, ticketId: null } as const;
  return [{ ...shared, recipientIds: [client_id], actorId, projectId, reportId, params, conditionHolds: status === 'open' }];
}

/** Notifies the owner of a webhook that the service does not send to it any more. */
export async function messagesAboutWebhook(
  _tx: Tx,
  { webhook_id, owner_id, host, disabled_at }: WebhookDisabledPayload,
): Promise<EventMessage[]> {
  const cause = `webhook:${webhook_id}:${disabled_at}`;
  return [
    { event: 'webhook_disabled', cause, recipientIds: [owner_id], ticketId: null, projectId: null, params: { title: host } },
  ];
}

/** Notifies a worker of an invitation to a project. */
export async function messagesAboutInvitation(
  tx: Tx,
  { project_id, worker_id, actor_id, expires_at }: InvitationPayload,
): Promise<EventMessage[]> {
  const project = await tx
    .selectFrom('projects')
    .select('name as project_name')
    .select(sql<string>`coalesce((select name from users where id = ${actor_id}), '')`.as('actor_name'))
    .where('id', '=', project_id)
    .executeTakeFirst();
  if (!project) return [];
  const cause = `invitation:${project_id}:${expires_at}`;
  return [{ event: 'invitation', cause, recipientIds: [worker_id], ticketId: null, projectId: project_id, params: project }];
}
