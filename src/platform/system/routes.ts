import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Deps } from '../capability/deps.ts';
import type { HealthCheck } from '../health/health-check.ts';
import type { HealthMonitor } from '../health/health-monitor.ts';
import { dbUnavailable, HttpError } from '../http/errors.ts';
import { isStopping } from '../http/graceful-shutdown.ts';
import { passAlways } from '../http/heap-guard.ts';
import { responses } from '../http/openapi.ts';
import type { Api } from '../http/typebox-app.ts';
import { memoize } from '../lib/memoize.ts';
import { About } from './schemas.ts';

const tags = ['service'];
/** How long /db-ping waits for the database. */
const dbPingTimeoutMs = 5_000;

export function systemRoutes(app: Api, deps: Deps, monitor: HealthMonitor): void {
  const { config, db, metrics } = deps;
  app.get(
    '/ping',
    {
      config: { public: true },
      schema: {
        tags,
        summary: 'Ask whether the service answers',
        description: 'Touches nothing else, so that asking costs nothing.',
        response: responses(200, Type.Object({ message: Type.String({ examples: ['pong'] }) })),
      },
    },
    async () => ({ message: 'pong' }),
  );

  app.get(
    '/db-ping',
    {
      config: { roles: ['admin'] },
      schema: {
        tags,
        summary: 'Ask whether the database answers',
        response: responses(200, Type.Object({ db: Type.String({ examples: ['ok'] }) }), 401, 403),
      },
    },
    async (request) => {
      const both = Promise.all([request.accountCheck, sql`select 1`.execute(db.read)]);
      const answered = await Promise.race([both.then(() => true), sleep(dbPingTimeoutMs, false, { ref: false })]);
      if (answered) return { db: 'ok' };
      request.accountCheck = undefined; // it waits for the same database
      throw dbUnavailable();
    },
  );

  app.get(
    '/ext/about',
    {
      config: { public: true },
      schema: {
        tags,
        summary: 'Ask what the service can do',
        description: 'For pages before the sign-in, so that they promise nothing that does not come.',
        response: responses(200, About),
      },
    },
    async () => ({ mail: config.smtp !== undefined }),
  );

  // Callers at the same time share one answer: it takes milliseconds to write.
  const readMetrics = memoize(async () => {
    for (const [part, isTroubled] of await monitor.troubled()) metrics.health.set({ part }, isTroubled ? 0 : 1);
    return metrics.registry.metrics();
  }, 0);
  // For the operator's Prometheus, not for clients of the API: not part of its description.
  app.get('/metrics', forMachines, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return readMetrics();
  });

  healthRoutes(app, monitor);
}

const forMachines = { config: { public: true, quiet: true, pressureHandler: passAlways }, schema: { hide: true } } as const;

/**
 * For balancers, containers and monitors: does the process live, should requests be sent to it, is everything well.
 * A storage that is down is down for all instances, and each of them can do all but photos: only the last one fails.
 */
function healthRoutes(app: Api, monitor: HealthMonitor): void {
  const answer = async (levels: HealthCheck['level'][]): Promise<Record<string, string>> => {
    if (isStopping(app.server)) throw new HttpError(503, 'not ready: stopping');
    const down = await monitor.down(levels);
    if (down.length > 0) throw new HttpError(503, `not ready: ${down.join(', ')} unavailable`);
    return { status: 'ready', ...Object.fromEntries(monitor.names(levels).map((name) => [name, 'ok'])) };
  };
  app.get('/health', forMachines, () => answer(['ready', 'healthy']));
  app.get('/health/ready', forMachines, () => answer(['ready']));
  app.get('/health/live', forMachines, () => ({ status: 'live' }));
}
