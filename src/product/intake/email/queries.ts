import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { maxCounted } from '../../../platform/health/schemas.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import type { LeaveReason } from './automatic.ts';
import type { LeftMail, LeftMailQuery } from './schemas.ts';
import './tables.ts';

/** Lists the mails of which nothing was made, the newest first. */
export function listLeftMails(db: Db, query: LeftMailQuery): Promise<Page<LeftMail>> {
  const left = db
    .selectFrom('intake_messages as m')
    .select(['m.id', 'm.at', 'm.from_address as from', 'm.subject', sql<LeaveReason>`m.reason`.as('reason')])
    .where('m.reason', 'is not', null);
  return selectPage(left, query, { column: 'm.at', id: 'm.id', direction: 'desc' });
}

/** Counts the mails of the last 30 days, after which their rows are deleted: those that became something, and the others. */
export async function countMails(db: Db): Promise<{ taken: number; left: number }> {
  const { rows } = await sql<{ taken: number; left: number }>`
    select
      (select count(*)::integer from (select from intake_messages where reason is null limit ${maxCounted}) as m) as taken,
      (select count(*)::integer from (select from intake_messages where reason is not null limit ${maxCounted}) as m) as left`.execute(
    db,
  );
  return rows[0] ?? { taken: 0, left: 0 };
}
