import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Deps } from '../deps.ts';
import type { Api } from '../http/api.ts';
import { answers } from '../http/docs.ts';
import { seconds } from '../lib/duration.ts';
import { sharedFor } from '../lib/shared.ts';
import { readHealth } from './page-of-health.ts';
import { Health } from './schemas.ts';

const tags = ['service'];

/** However often it is asked, messenger and storage are looked at no more than so. */
const healthLifetime = seconds(5);

export function systemRoutes(app: Api, deps: Deps): void {
  const { db, metrics } = deps;
  app.get(
    '/ping',
    {
      config: { public: true },
      schema: {
        tags,
        summary: 'Ask whether the service answers',
        description: 'Touches nothing else, so that asking costs nothing.',
        response: answers(200, Type.Object({ message: Type.String({ examples: ['pong'] }) })),
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
        response: answers(200, Type.Object({ db: Type.String({ examples: ['ok'] }) }), 401, 403),
      },
    },
    async () => {
      await sql`select 1`.execute(db.read);
      return { db: 'ok' };
    },
  );

  const health = sharedFor(healthLifetime, () => readHealth(deps));
  app.get(
    '/ext/health',
    {
      config: { roles: ['admin'] },
      schema: {
        tags,
        summary: 'See how the service is',
        description: 'Messenger, mail, storage, retention and rules, as of a few seconds ago at most.',
        response: answers(200, Health, 401, 403),
      },
    },
    () => health(),
  );

  // For the operator's Prometheus, not for clients of the API: not part of its description.
  app.get('/metrics', { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
