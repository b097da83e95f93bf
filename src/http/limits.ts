import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { plus } from '../lib/clock.ts';
import { hours, minutes } from '../lib/duration.ts';
import { clientIp } from './client-ip.ts';
import { tooManyAttempts } from './errors.ts';

/** At most so many admitted attempts of one subject within any span of time. */
export interface Limit {
  name: string;
  most: number;
  /** milliseconds */
  span: number;
}

// Spec section 8, line by line.
export const loginAttempts: Limit = { name: 'login', most: 10, span: minutes(1) };
export const refreshAndLogout: Limit = { name: 'session', most: 30, span: minutes(1) };
export const resetAttempts: Limit = { name: 'reset', most: 30, span: minutes(1) };
export const forgotPasswordRequests: Limit = { name: 'forgot', most: 10, span: minutes(1) };
export const mailsPerAddress: Limit = { name: 'forgot-address', most: 3, span: hours(24) };
export const bindCodes: Limit = { name: 'bind-code', most: 5, span: minutes(5) };
export const botTokenSaves: Limit = { name: 'bot-token', most: 5, span: minutes(5) };
// Beside it: whatever makes the service speak to others at somebody's wish.
export const testMessages: Limit = { name: 'test-message', most: 5, span: minutes(5) };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted per client IP, before anything else of the request is looked at. */
    limit?: Limit;
    /** Counted per account, once that may act and before the body is looked at. */
    accountLimit?: Limit;
  }
}

export function registerLimits(app: FastifyInstance, deps: Deps): void {
  const { clock, config } = deps;
  app.addHook('onRequest', async (request) => {
    const { limit } = request.routeOptions.config;
    if (limit) await admit(deps, limit, clientIp(request.raw, config.trustedProxies), clock());
  });
}

/** To be registered after access.ts, which says whose attempt it is. */
export function registerAccountLimits(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request) => {
    const { accountLimit } = request.routeOptions.config;
    if (accountLimit) await admit(deps, accountLimit, request.actor.id, deps.clock());
  });
}

/**
 * Counts an attempt, or refuses it with 429. One statement under the counter's row lock, so
 * parallel requests over any number of instances are counted one after the other; the counter
 * is an ordinary row, so it survives restarts. A refused attempt is not counted.
 */
export async function admit(
  { db, metrics }: Pick<Deps, 'db' | 'metrics'>,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<void> {
  const key = createHash('sha256').update(`${limit.name} ${subject}`).digest();
  const seconds = limit.span / 1000;
  const [counter] = await db.statement(async (writer) => {
    const { rows } = await sql<{ admitted: boolean; wait: number }>`
      insert into rate_limits as counter (key, hits, admitted, expires_at)
      values (${key}, array[${now}::timestamptz], true, ${plus(now, limit.span)})
      on conflict (key) do update set (hits, admitted, expires_at) = (
        select
          case when cardinality(recent.hits) < ${limit.most} then recent.hits || moment.at else recent.hits end,
          cardinality(recent.hits) < ${limit.most},
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
    `.execute(writer);
    return rows;
  });
  if (counter?.admitted) return;
  metrics.limitRefusals.inc({ limit: limit.name });
  // The oldest attempt may have been stamped by a clock that is a moment ahead of ours.
  throw tooManyAttempts(Math.min(seconds, Math.max(1, Math.ceil(counter?.wait ?? seconds))));
}
