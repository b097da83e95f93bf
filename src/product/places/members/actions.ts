import { sql } from 'kysely';
import { accountSubject, recordAuditEvent, senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, notFound } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Actor } from '../../visibility.ts';
import { requireProject } from '../projects/queries.ts';

/**
 * How long an invitation can be answered. No job changes expired invitations: `expires_at` is compared with the current time by
 * inviteWorker() and answerInvitation() below, listInvitations() in queries.ts, and the quota of invitations in ../quotas.ts.
 */
const invitationTtlMs = days(7);

/**
 * Invites a worker to a project. A declined or expired invitation is replaced: there is one row per worker and project.
 * @returns when the invitation expires
 * @throws 404 no such project or worker, 400 not a worker, disabled or unconfirmed, 409 already a member or invited
 */
export async function inviteWorker(tx: Tx, actor: Actor, projectId: number, workerId: string, now: Date): Promise<string> {
  await requireProject(tx, actor, projectId);
  await requireInvitable(tx, workerId);
  const expires = plus(now, invitationTtlMs);
  const invitation = {
    status: 'invited' as const,
    invited_by: senderIdOf(actor),
    invited_by_name: sql<string>`coalesce((select name from users where id = ${senderIdOf(actor)}), '')`,
    invited_at: now,
    expires_at: expires,
    responded_at: null,
  };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('project_workers')
    .values({ project_id: projectId, worker_id: workerId, ...invitation })
    .onConflict((existing) =>
      existing
        .columns(['project_id', 'worker_id'])
        .doUpdateSet(invitation)
        .where((eb) =>
          eb.or([eb('project_workers.status', '=', 'declined'), eb('project_workers.expires_at', '<=', now.toISOString())]),
        ),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw conflict('already_member_or_invited', errorMessages.alreadyMemberOrInvited);
  return expires.toISOString();
}

async function requireInvitable(tx: Tx, workerId: string): Promise<void> {
  const worker = await tx
    .selectFrom('users')
    .select(['role', 'is_active', 'confirmed_at'])
    .where('id', '=', workerId)
    .forShare()
    .executeTakeFirst();
  if (!worker) throw notFound('worker');
  if (worker.role !== 'worker') throw badRequest('not_a_worker', 'worker_id is not a worker');
  if (!worker.is_active) throw badRequest('worker_disabled', errorMessages.workerDisabled);
  if (worker.confirmed_at === null) throw badRequest('worker_not_confirmed', errorMessages.workerNotConfirmed);
}

/**
 * Accepts or declines an invitation.
 * @param requiresOwnPassword whether a password that somebody else chose has to be changed first (REQUIRE_OWN_PASSWORD)
 * @throws 404 not invited, 409 expired, answered already, or the password must be changed first
 */
export async function answerInvitation(
  tx: Tx,
  actor: Actor,
  projectId: number,
  answer: 'active' | 'declined',
  requiresOwnPassword: boolean,
  now: Date,
): Promise<void> {
  const invitation = await tx
    .selectFrom('project_workers')
    .select(['status', sql<boolean>`coalesce(expires_at <= ${now}, false)`.as('expired')])
    .select(sql<boolean>`(select must_change_password from users where id = ${actor.id})`.as('must_change_password'))
    .where('project_id', '=', projectId)
    .where('worker_id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst();
  if (!invitation) throw notFound('invitation');
  if (invitation.status !== 'invited') throw conflict('invitation_answered', errorMessages.invitationAnswered);
  if (invitation.expired) throw conflict('invitation_expired', errorMessages.invitationExpired);
  if (answer === 'active' && requiresOwnPassword && invitation.must_change_password) {
    throw conflict('password_change_required', errorMessages.mustChangePassword);
  }
  await tx
    .updateTable('project_workers')
    .set({ status: answer, responded_at: now, expires_at: null })
    .where('project_id', '=', projectId)
    .where('worker_id', '=', actor.id)
    .execute();
}

/**
 * Removes an active member who has no unclosed ticket in the project. The row is deleted before the tickets are checked: an
 * assignment locks the same row (lockActiveMember() in tickets/transition.ts), so the deletion waits for it and the check then
 * finds its ticket. The 409 rolls the deletion back.
 * @throws 404 no such project or active member, 409 the worker has unclosed tickets in the project
 */
export async function removeMember(tx: Tx, actor: Actor, projectId: number, workerId: string, now: Date): Promise<void> {
  const { name } = await requireProject(tx, actor, projectId);
  const { numDeletedRows } = await tx
    .deleteFrom('project_workers')
    .where('project_id', '=', projectId)
    .where('worker_id', '=', workerId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw notFound('member');
  const unclosed = await tx
    .selectFrom('tickets')
    .select('id')
    .where('project_id', '=', projectId)
    .where('worker_id', '=', workerId)
    .where('status', '<>', 'closed')
    .limit(1)
    .executeTakeFirst();
  if (unclosed) throw conflict('worker_has_unclosed_tickets', errorMessages.workerHasUnclosedTickets);
  await recordAuditEvent(tx, {
    event: 'membership_removed',
    at: now,
    actor,
    subject: accountSubject(workerId),
    detail: { project_id: projectId, project_name: name },
  });
}
