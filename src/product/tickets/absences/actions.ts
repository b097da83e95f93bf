import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { lockWithActor } from '../../identity/users/actions.ts';
import type { Actor } from '../../visibility.ts';
import { requireKnownWorker } from './queries.ts';
import type { NewAbsences } from './schemas.ts';

/**
 * Replaces all absences of a worker.
 * @throws 404 no such worker, or another one; 400 an end before its beginning; 401, 403 as for every change of an account
 */
export async function replaceAbsences(tx: Tx, actor: Actor, workerId: string, absences: NewAbsences): Promise<void> {
  await lockWithActor(tx, actor, workerId);
  await requireKnownWorker(tx, actor, workerId);
  await tx.deleteFrom('worker_absences').where('worker_id', '=', workerId).execute();
  await sql`
    insert into worker_absences (worker_id, from_date, to_date, note)
    select ${workerId}::uuid, a."from", a."to", coalesce(a.note, '')
    from jsonb_to_recordset(${JSON.stringify(absences)}::jsonb) as a ("from" date, "to" date, note text)`.execute(tx);
}
