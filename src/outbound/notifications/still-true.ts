import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { TicketStatus } from '../../product/tickets/lifecycle.ts';
import { isSettled, isStillDue } from './deadlines.ts';
import type { NotificationEvent } from './events.ts';
import type { NotificationParams } from './tables.ts';

interface Told {
  event: NotificationEvent;
  user_id: string;
  ticket_id: number | null;
  project_id: number | null;
  report_id: string | null;
  created_at: string;
  params: NotificationParams;
}

interface TicketNow {
  status: TicketStatus;
  worker_id: string | null;
  client_id: string;
  is_member: boolean;
  /** the work was done again since it was told */
  was_reworked: boolean;
  is_handed_back: boolean;
  is_admin: boolean;
}

type Condition = (ticket: TicketNow, userId: string, params: NotificationParams) => boolean;

const isDone: Condition = ({ status, client_id, was_reworked }, userId) =>
  status === 'done' && client_id === userId && !was_reworked;

/** What the deadline is for is not done yet. */
const isOpenDeadline: Condition = ({ status, worker_id, client_id, is_member, is_admin }, userId, { deadline }) => {
  const sees = is_admin || client_id === userId || worker_id === userId || (status === 'new' && is_member);
  return sees && deadline !== undefined && !isSettled(status, deadline);
};

/** What has to be true of a ticket when its notification is sent. */
const conditions: Record<Exclude<NotificationEvent, 'invitation' | 'report_received' | 'webhook_disabled'>, Condition> = {
  ticket_available: ({ status, is_member }) => status === 'new' && is_member,
  ticket_assigned: ({ status, worker_id }, userId) => status === 'assigned' && worker_id === userId,
  ticket_started: ({ status, client_id }, userId) => status === 'in_progress' && client_id === userId,
  ticket_done: isDone,
  ticket_rejected: ({ status, worker_id }, userId) => status === 'rejected' && worker_id === userId,
  ticket_confirmed: ({ status, worker_id }, userId) => status === 'closed' && worker_id === userId,
  ticket_canceled: ({ status, worker_id, client_id }, userId) =>
    status === 'closed' && (worker_id === userId || client_id === userId),
  comment_added: ({ status, worker_id, client_id, is_member }, userId) =>
    worker_id === userId || client_id === userId || (status === 'new' && is_member),
  confirmation_waiting: isDone,
  handed_back: ({ is_handed_back, is_admin, client_id }, userId) => is_handed_back && (is_admin || client_id === userId),
  due_soon: isOpenDeadline,
  overdue: isOpenDeadline,
};

/** Whether what a notification tells is still so, and its recipient may still see it. */
export async function isStillTrue(
  db: Db,
  { event, user_id, ticket_id, project_id, report_id, created_at, params }: Told,
  now: Date,
): Promise<boolean> {
  if (event === 'invitation') return isInvited(db, user_id, project_id, now);
  if (event === 'webhook_disabled') return true; // it happened, and its owner has to know
  if (event === 'report_received') return isOpenReport(db, user_id, report_id);
  const ticket = await db
    .selectFrom('tickets as t')
    .select(['t.status', 't.worker_id', 't.client_id'])
    .select(sql<boolean>`coalesce(t.done_at > ${created_at}, false)`.as('was_reworked'))
    .select(
      sql<boolean>`exists (select from project_workers as m
        where m.project_id = t.project_id and m.worker_id = ${user_id} and m.status = 'active')`.as('is_member'),
    )
    .select(sql<boolean>`exists (select from ticket_hand_backs where ticket_id = t.id and is_open)`.as('is_handed_back'))
    .select(sql<boolean>`exists (select from users where id = ${user_id} and role = 'admin')`.as('is_admin'))
    .where('t.id', '=', ticket_id)
    .executeTakeFirst();
  if (ticket === undefined || !conditions[event](ticket, user_id, params)) return false;
  return !params.deadline || isStillDue(db, event, ticket_id, params, now);
}

async function isOpenReport(db: Db, userId: string, reportId: string | null): Promise<boolean> {
  const report = await db
    .selectFrom('portal_reports as r')
    .innerJoin('objects as o', 'o.id', 'r.object_id')
    .innerJoin('projects as p', 'p.id', 'o.project_id')
    .select('r.id')
    .where('r.id', '=', reportId)
    .where('r.status', '=', 'open')
    .where('p.client_id', '=', userId)
    .executeTakeFirst();
  return report !== undefined;
}

async function isInvited(db: Db, userId: string, projectId: number | null, now: Date): Promise<boolean> {
  const invitation = await db
    .selectFrom('project_workers')
    .select('worker_id')
    .where('project_id', '=', projectId ?? 0)
    .where('worker_id', '=', userId)
    .where('status', '=', 'invited')
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return invitation !== undefined;
}
