import { responses } from '../../../platform/http/openapi.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { setObjectNotes } from './actions.ts';
import { getObjectNotes } from './queries.ts';
import { ObjectNotes, SetObjectNotes } from './schemas.ts';

const tags = ['projects'];

export function objectNoteRoutes(app: TypedFastify, { db, clock }: RouteDeps): void {
  app.get(
    '/ext/objects/:id/notes',
    {
      config: { roles: everyRole },
      schema: {
        tags,
        summary: 'Read how to get into an object',
        description: 'For those who see the object, and for active members of its project.',
        params: IdParams,
        response: responses(200, ObjectNotes, 400, 401, 403, 404),
      },
    },
    (request) => getObjectNotes(db.read, request.actor, request.params.id),
  );

  app.put(
    '/ext/objects/:id/notes',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags,
        summary: 'Write how to get into an object',
        description: 'Replaces the notes; an empty text removes them.',
        params: IdParams,
        body: SetObjectNotes,
        response: responses(200, ObjectNotes, 400, 401, 403, 404),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => setObjectNotes(tx, actor, params.id, body.text, clock())),
  );
}
