import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Deps } from '../deps.ts';
import type { Api } from '../http/api.ts';
import { answers } from '../http/docs.ts';

const tags = ['service'];

export function systemRoutes(app: Api, { db, metrics }: Deps): void {
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

  // For the operator's Prometheus, not for clients of the API: not part of its description.
  app.get('/metrics', { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
