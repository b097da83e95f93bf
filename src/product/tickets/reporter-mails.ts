import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { tenantOfObject } from '../tenant.ts';

/** The mails to people who have reported a problem without an account (docs/portal.md). */
export type ReporterStep =
  | { step: 'accepted' | 'dismissed' | 'done' | 'closed' }
  | { step: 'appointment' | 'appointment_canceled'; appointment_id: number }
  | { step: 'times_offered'; offer_id: number };

type MailDeps = Pick<Deps, 'config' | 'deliveries'>;

/**
 * Enqueues mails to the reporter of a report, or to all of a ticket, in the transaction that causes them: to those who have confirmed
 * their address and did not end the mails. The table portal_reports belongs to product/portal, which may be missing: then it is empty.
 */
export async function enqueueReporterMails(
  tx: Tx,
  { config, deliveries }: MailDeps,
  of: { reportId: string } | { ticketId: number },
  step: ReporterStep,
  now: Date,
): Promise<void> {
  if (!config.smtp) return;
  const reports = await tx
    .selectFrom('portal_reports')
    .select(['id', 'object_id'])
    .where('reportId' in of ? sql<boolean>`id = ${of.reportId}` : sql<boolean>`ticket_id = ${of.ticketId}`)
    .where('email_confirmed_at', 'is not', null)
    .where('mails_ended_at', 'is', null)
    .execute();
  const [first] = reports;
  // A report that came by mail has no object at first, and nobody who wants mails.
  if (!first || first.object_id === null) return;
  const payloads = reports.map(({ id }) => ({ kind: 'report_step' as const, report_id: id, ...step }));
  await deliveries.enqueue(tx, 'mails', payloads, tenantOfObject(first.object_id), now);
}
