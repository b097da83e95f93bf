import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type TProperties, Type } from 'typebox';
import { type Branding, logoPath, productName } from '../config/branding.ts';
import type { HealthCheck } from '../health/health-check.ts';
import { HealthMonitor } from '../health/health-monitor.ts';
import { clientIp } from '../http/client-ip.ts';
import { dbUnavailable, notReady } from '../http/errors.ts';
import { isStopping } from '../http/graceful-shutdown.ts';
import { passAlways } from '../http/heap-load-shedding.ts';
import { responses } from '../http/openapi.ts';
import { passkeySiteOf } from '../http/passkey-site.ts';
import { isBehindTls } from '../http/public-url.ts';
import { OneOf, Timestamp } from '../http/schemas.ts';
import type { TypedFastify } from '../http/typed-fastify.ts';
import { lightestDarkBackground, readableOnDark } from '../lib/color.ts';
import { memoize } from '../lib/memoize.ts';
import { version } from '../lib/version.ts';
import type { Deps } from '../module/deps.ts';
import { mayReadMetrics, requireMetricsAccess } from './metrics-access.ts';
import { readOutlook } from './outlook.ts';
import { About, Version } from './schemas.ts';
import { securityTxtRoute } from './security-txt.ts';

const dbPingTimeoutMs = 5_000;
/** How long the results of `/ext/health` are reused: each check calls the messenger and the storage. */
const healthMaxAgeMs = 5_000;

/** Registers the operations for checks and monitoring: ping, features, metrics, health and security.txt. */
export function systemRoutes(app: TypedFastify, deps: Deps, checks: readonly HealthCheck[]): void {
  const { clock, config, db, log, metrics } = deps;
  const monitor = new HealthMonitor(checks, log);
  app.get(
    '/ping',
    {
      config: { public: true, unlimited: 'an answer from memory, for checks' },
      schema: {
        summary: 'Check that the service responds',
        description: 'Does not use the database.',
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
        summary: 'Check that the database responds',
        response: responses(200, Type.Object({ db: Type.String({ examples: ['ok'] }) }), 401, 403),
      },
    },
    async (request) => {
      const both = Promise.all([request.accountCheck, sql`select 1`.execute(db.read)]);
      const answered = await Promise.race([both.then(() => true), sleep(dbPingTimeoutMs, false, { ref: false })]);
      if (answered) return { db: 'ok' };
      request.accountCheck = undefined; // the response would wait for it, and it waits for the database
      throw dbUnavailable();
    },
  );

  app.get(
    '/ext/about',
    {
      config: { public: true, unlimited: 'an answer from memory' },
      schema: {
        summary: 'Get the features of the service',
        description: 'For pages before the sign-in, which offer only what is configured.',
        response: responses(200, About),
      },
    },
    async ({ raw }) => ({
      mail: config.smtp !== undefined,
      sign_in_provider: config.oidc?.name ?? null,
      passkeys: passkeySiteOf(config) !== undefined,
      branding: brandingOf(config.branding),
      version,
      request: {
        protocol: isBehindTls(raw, config.trustedProxies) ? ('https' as const) : ('http' as const),
        address: clientIp(raw, config.trustedProxies),
      },
    }),
  );

  const parts: TProperties = Object.fromEntries(checks.flatMap(({ name, schema }) => (schema ? [[name, schema]] : [])));
  const Health = Type.Object(
    { state: OneOf(['ok', 'trouble']), checked_at: Timestamp, version: Version, ...parts },
    { title: 'Health' },
  );
  app.get(
    '/ext/health',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Get the health of the service',
        description: 'Messenger, mail, storage, retention, rules and deadlines; results are at most a few seconds old.',
        response: responses(200, Health, 401, 403),
      },
    },
    memoize(() => readHealth(checks, clock()), healthMaxAgeMs),
  );

  // Simultaneous scrapes share one response, because it takes milliseconds to render.
  const readMetrics = memoize(async () => {
    for (const [part, isTroubled] of await monitor.troubled()) metrics.health.set({ part }, isTroubled ? 0 : 1);
    return metrics.registry.metrics();
  }, 0);
  app.get('/metrics', monitoringRoute, async ({ raw }, reply) => {
    requireMetricsAccess(raw, config);
    reply.type(metrics.registry.contentType);
    return readMetrics();
  });

  healthRoutes(app, deps, monitor);
  securityTxtRoute(app, deps);
}

function brandingOf({ name, color, logo }: Branding): About['branding'] {
  return {
    name: name === productName ? null : name,
    color: color ?? null,
    color_on_dark: color === undefined ? null : readableOnDark(color, lightestDarkBackground),
    logo: logo ? logoPath(logo) : null,
  };
}

/** Options of routes for monitoring: without an account, without log lines, also during overload, not in the API description. */
const monitoringRoute = {
  config: { public: true, unlimited: 'for operators; results are shared', quiet: true, pressureHandler: passAlways },
  schema: { hide: true },
} as const;

/**
 * `/health/live`: the process responds; `/health/ready`: a load balancer may send requests; `/health`: everything works.
 * The storage does not affect `/health/ready`: it is down for all instances, and each still serves all but photos. Who may read
 * `/metrics` sees on `/health` what will hurt later, too.
 */
function healthRoutes(app: TypedFastify, { config, metrics }: Deps, monitor: HealthMonitor): void {
  const respond = async (levels: HealthCheck['level'][]): Promise<Record<string, string>> => {
    if (isStopping(app.server)) throw notReady('stopping');
    const down = await monitor.down(levels);
    if (down.length > 0) throw notReady(`${down.join(', ')} unavailable`);
    return { status: 'ready', ...Object.fromEntries(monitor.names(levels).map((name) => [name, 'ok'])) };
  };
  app.get('/health', monitoringRoute, async ({ raw }) => {
    const parts = { ...(await respond(['ready', 'healthy'])), version };
    return mayReadMetrics(raw, config) ? { ...parts, ...(await readOutlook(metrics.registry)) } : parts;
  });
  app.get('/health/ready', monitoringRoute, () => respond(['ready']));
  app.get('/health/live', monitoringRoute, () => ({ status: 'live' }));
}

/** Runs all checks that `/ext/health` shows. @returns their results by name */
export async function readHealth(checks: readonly HealthCheck[], now: Date) {
  const shown = checks.filter(({ schema }) => schema);
  const results = await Promise.all(shown.map(async ({ name, run }) => [name, await run()] as const));
  const state = results.some(([, result]) => result.state === 'trouble') ? ('trouble' as const) : ('ok' as const);
  return { state, checked_at: now.toISOString(), version, ...Object.fromEntries(results) };
}
