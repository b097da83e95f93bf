import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { plus } from '../lib/clock.ts';

/** At most `max` admitted attempts of one subject within any window. */
export interface RateLimit {
  name: string;
  max: number;
  windowMs: number;
}

/** What became of an attempt. */
export interface Counted {
  admitted: boolean;
  /** milliseconds until an attempt can be admitted again, as of the attempt; 0 when this one was */
  waitMs: number;
}

/** The key of a counter: subjects such as addresses are stored as hashes only. */
export const counterKey = ({ name }: RateLimit, subject: string): Buffer =>
  createHash('sha256').update(`${name} ${subject}`).digest();

/**
 * Counts an attempt unless the limit is reached. One statement under the row lock of the counter, so
 * parallel requests over any number of instances are counted one after the other; the counter is an
 * ordinary row, so it survives restarts. A refused attempt is not counted.
 * @param db a connection or a transaction
 */
export async function countAttempt(db: Kysely<Tables>, limit: RateLimit, subject: string, now: Date): Promise<Counted> {
  const seconds = limit.windowMs / 1000;
  const { rows } = await sql<{ admitted: boolean; wait: number }>`
    insert into rate_limits as counter (key, hits, admitted, expires_at)
    values (${counterKey(limit, subject)}, array[${now}::timestamptz], true, ${plus(now, limit.windowMs)})
    on conflict (key) do update set (hits, admitted, expires_at) = (
      select
        case when cardinality(recent.hits) < ${limit.max} then recent.hits || moment.at else recent.hits end,
        cardinality(recent.hits) < ${limit.max},
        moment.at + make_interval(secs => ${seconds})
      from
        -- Attempts keep the order in which they took the lock, even when clocks differ a
        -- little; a hit from the future was left by a clock that was wrong.
        (select greatest(${now}::timestamptz, max(hit)) as at
         from unnest(counter.hits) as hit
         where hit < ${now}::timestamptz + make_interval(secs => ${seconds})) as moment,
        lateral (select array(
           select hit from unnest(counter.hits) as hit
           where hit > moment.at - make_interval(secs => ${seconds}) and hit <= moment.at
           order by hit) as hits) as recent
    )
    returning admitted, extract(epoch from hits[1] - ${now}::timestamptz)::float8 + ${seconds} as wait
  `.execute(db);
  const [counter] = rows;
  return counter?.admitted ? { admitted: true, waitMs: 0 } : { admitted: false, waitMs: (counter?.wait ?? seconds) * 1000 };
}

/** Takes back the newest attempt of a counter. */
export async function uncountAttempt(db: Kysely<Tables>, limit: RateLimit, subject: string): Promise<void> {
  await sql`
    update rate_limits set hits = hits[1 : cardinality(hits) - 1] where key = ${counterKey(limit, subject)}`.execute(db);
}
