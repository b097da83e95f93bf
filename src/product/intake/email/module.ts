import { type SqlBool, sql } from 'kysely';
import { days } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { intakeCheck, mailboxJob, readIntervalMs } from './health.ts';
import { readMailbox } from './read-mailbox.ts';
import { deleteOldRecords } from './record.ts';
import { intakeRoutes } from './routes.ts';

/** Reports and comments by mail (docs/intake.md). */
export const intake: Module = {
  name: 'intake',
  tag: 'service',
  tables: ['intake_messages'],
  personalData: [
    {
      table: 'intake_messages',
      replaced: ['from_address'],
      rowsOf: (id) => sql<SqlBool>`t.from_address = (select email_key from users where id = ${id})`,
      kept: { subject: 'of a mail, deleted after 30 days' },
      anonymize: async (tx, { formerEmailKey, email }) => {
        await sql`update intake_messages set from_address = ${email} where from_address = ${formerEmailKey}`.execute(tx);
      },
    },
  ],
  routes: intakeRoutes,
  jobs: (deps) => {
    const { intake: options } = deps.config;
    const mailbox = { name: mailboxJob, everyMs: readIntervalMs };
    return [
      { name: 'old mails', everyMs: days(1), run: (stopping) => deleteOldRecords(deps, stopping) },
      ...(options ? [{ ...mailbox, run: (ended: AbortSignal) => readMailbox(deps, options, ended) }] : []),
    ];
  },
  healthChecks: (deps) => [intakeCheck(deps)],
};
