import { sql } from 'kysely';
import { responses } from '../../../platform/http/openapi.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { getObjectNotes, setObjectNotes } from './actions.ts';
import { ObjectNotes, SetObjectNotes } from './schemas.ts';

export function objectNoteRoutes(app: TypedFastify, { db, clock }: RouteDeps): void {
  app.get(
    '/ext/objects/:id/notes',
    {
      config: { roles: everyRole },
      schema: {
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

/** How to get into an object. */
export const objectNotes: Module = {
  name: 'object-notes',
  tag: 'projects',
  tables: ['object_notes'],
  personalData: [
    {
      table: 'object_notes',
      rowsOf: (id) => sql`t.object_id in (
        select o.id from objects as o join projects as p on p.id = o.project_id where p.client_id = ${id})`,
    },
  ],
  routes: objectNoteRoutes,
};
