import { sql } from 'kysely';
import type { Db } from '../database/open.ts';
import type { Deps } from '../capability/deps.ts';

/** Work whose last end is kept, for the page of health. */
export type Work = 'rules' | 'retention' | 'messages' | 'mails';

export interface Outcome {
  succeeded_at: string | null;
  failed_at: string | null;
}

/** Whatever was done stays done when its outcome cannot be stored. */
export async function recordJobResult(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  work: Work,
  end: 'succeeded' | 'failed',
  now: Date,
): Promise<void> {
  const at = `${end}_at` as const;
  await db
    .statement((writer) =>
      writer
        .insertInto('outcomes')
        .values({ work, [at]: now })
        .onConflict((known) =>
          known.column('work').doUpdateSet({ [at]: sql`greatest(outcomes.${sql.ref(at)}, excluded.${sql.ref(at)})` }),
        )
        .execute(),
    )
    .catch((error) => log.warn({ work, end, reason: error.message }, 'the outcome of work cannot be stored'));
}

/** Does periodic work and records how it ended. @throws what the work throws */
export async function recorded<T>(deps: Pick<Deps, 'db' | 'clock' | 'log'>, work: Work, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run();
    await recordJobResult(deps, work, 'succeeded', deps.clock());
    return result;
  } catch (error) {
    await recordJobResult(deps, work, 'failed', deps.clock());
    throw error;
  }
}

export async function readJobResults(db: Db): Promise<Record<Work, Outcome>> {
  const rows = await db.selectFrom('outcomes').select(['work', 'succeeded_at', 'failed_at']).execute();
  const of = (work: Work): Outcome => rows.find((row) => row.work === work) ?? { succeeded_at: null, failed_at: null };
  return { rules: of('rules'), retention: of('retention'), messages: of('messages'), mails: of('mails') };
}
