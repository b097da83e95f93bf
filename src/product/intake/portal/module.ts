import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { type FormerAccount, replaceNames } from '../../../platform/module/personal-data.ts';
import { foundRoutes } from './found-routes.ts';
import { mailPageRoutes } from './mail-page-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { contextOf } from './portal-token.ts';
import { publicRoutes } from './public-routes.ts';
import { reportPageRoutes } from './report-page-routes.ts';
import { deleteDismissedReports } from './retention.ts';
import { portalRoutes } from './routes.ts';

/** A report that an account sent by mail says whom it is from, and people with an account leave its address on public pages, too. */
async function replaceAddress(tx: Tx, { formerEmailKey, formerEmail, name }: FormerAccount): Promise<void> {
  const addresses = sql`${[formerEmailKey, formerEmail.toLowerCase()]}::text[]`;
  // Whole addresses: one can be the end of another.
  await sql`
    update portal_reports set contact = ${name}
    where contact <> '' and regexp_split_to_array(lower(contact), '[.]?([[:space:],;:<>()]+|$)') && ${addresses}`.execute(tx);
  await sql`
    update portal_reports set email = '', mail_key = null, email_confirmed_at = null, mails_ended_at = null
    where email <> '' and lower(email) = any(${addresses})`.execute(tx);
}

/** Reports of people without an account (docs/portal.md). */
export const portal: Module = {
  name: 'portal',
  tag: 'portal',
  tables: [
    'object_portals',
    'equipment_portals',
    'portal_reports',
    'portal_report_photos',
    'report_message_keys',
    'report_ratings',
    'report_rating_stats',
  ],
  personalData: [
    {
      table: 'portal_reports',
      replaced: ['decided_by_name', 'reported_by_name'],
      kept: {
        contact:
          'whom to ask, as the reporter wrote it, deleted with the report; the address of an account that wrote a mail is replaced',
        email: 'what somebody without an account left, deleted with the report; the address of an account is removed',
      },
      rowsOf: (id) => sql<SqlBool>`(t.decided_by = ${id} or t.reported_by = ${id} or t.client_id = ${id})`,
      secrets: ['idempotency_key', 'request_digest', 'mail_key'],
      ofOthers: {
        rows: (id) => sql<SqlBool>`(t.reported_by is distinct from ${id} and t.client_id is distinct from ${id} and not exists (
          select from objects as o join projects as p on p.id = o.project_id where o.id = t.object_id and p.client_id = ${id}))`,
        columns: ['id', 'status', 'reason', 'decided_by', 'decided_by_name', 'decided_at'],
      },
      anonymize: async (tx, account) => {
        await replaceNames(tx, 'portal_reports', 'decided_by', 'decided_by_name', account);
        await replaceNames(tx, 'portal_reports', 'reported_by', 'reported_by_name', account);
        await replaceAddress(tx, account);
      },
    },
    {
      table: 'portal_report_photos',
      kept: { original_name: 'a file of the reporter' },
      rowsOf: (id) => sql`t.report_id in (select r.id from portal_reports as r where r.reported_by = ${id})`,
      secrets: ['storage_key'],
      files: 'report-photos',
    },
  ],
  encryptedColumns: [
    { table: 'object_portals', key: 'id', column: 'token_secret', contextOf },
    { table: 'equipment_portals', key: 'id', column: 'token_secret', contextOf },
  ],
  routes: async (api, deps) => {
    await portalRoutes(api, deps);
    await publicRoutes(api, deps);
    await foundRoutes(api, deps);
    await pageRoutes(api, deps);
    await reportPageRoutes(api, deps);
    mailPageRoutes(api, deps);
  },
  jobs: (deps) => [{ name: 'dismissed reports', everyMs: hours(1), run: (stopping) => deleteDismissedReports(deps, stopping) }],
  start: ({ notifications: listener, liveUpdates }) => {
    listener.on('reports', (clientId) => {
      liveUpdates.send(clientId, 'reports', {});
      liveUpdates.sendToAdmins('reports', {});
    });
    return { stop: async () => {} };
  },
};
