import { type TProperties, Type } from 'typebox';
import type { Deps } from '../capability/deps.ts';
import type { HealthCheck } from '../health/health-check.ts';
import { responses } from '../http/openapi.ts';
import { OneOf, Timestamp } from '../http/schemas.ts';
import type { Api } from '../http/typebox-app.ts';
import { seconds } from '../lib/duration.ts';
import { memoize } from '../lib/memoize.ts';

/** How long the results are reused: each check calls the messenger and the storage. */
const maxAgeMs = seconds(5);

/** `GET /ext/health`: the health page of the console, for admins. */
export function healthPageRoutes(app: Api, { clock }: Deps, checks: readonly HealthCheck[]): void {
  const parts: TProperties = Object.fromEntries(checks.flatMap(({ name, schema }) => (schema ? [[name, schema]] : [])));
  const Health = Type.Object({ state: OneOf(['ok', 'trouble']), checked_at: Timestamp, ...parts }, { title: 'Health' });
  const read = memoize(() => readHealth(checks, clock()), maxAgeMs);
  app.get(
    '/ext/health',
    {
      config: { roles: ['admin'] },
      schema: {
        tags: ['service'],
        summary: 'Get the health of the service',
        description: 'Messenger, mail, storage, retention and rules; results are at most a few seconds old.',
        response: responses(200, Health, 401, 403),
      },
    },
    () => read(),
  );
}

/** Runs all checks that the page shows. @returns their results by name */
export async function readHealth(checks: readonly HealthCheck[], now: Date) {
  const shown = checks.filter(({ schema }) => schema);
  const results = await Promise.all(shown.map(async ({ name, run }) => [name, await run()] as const));
  const state = results.some(([, result]) => result.state === 'trouble') ? ('trouble' as const) : ('ok' as const);
  return { state, checked_at: now.toISOString(), ...Object.fromEntries(results) };
}
