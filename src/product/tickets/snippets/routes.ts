import { responses } from '../../../platform/http/openapi.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { changeSnippet, createSnippet, deleteSnippet, listSnippets } from './actions.ts';
import { ChangeSnippet, CreateSnippet, maxSnippets, Snippet, SnippetPage, SnippetQuery } from './schemas.ts';

export function snippetRoutes(app: TypedFastify, { db, clock }: RouteDeps): void {
  app.get(
    '/ext/snippets',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List your texts to choose from and the shared ones',
        querystring: SnippetQuery,
        response: responses(200, SnippetPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listSnippets(db.read, actor, query),
  );

  app.post(
    '/ext/snippets',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Keep a text to choose from',
        description: `At most ${maxSnippets} per account, and as many shared ones. Only admins share.`,
        body: CreateSnippet,
        response: responses(201, Snippet, 400, 401, 403, 409),
      },
    },
    ({ actor, body }) => db.transaction((tx) => createSnippet(tx, actor, body, clock())),
  );

  app.patch(
    '/ext/snippets/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Change a text to choose from',
        description: "Your own one; for admins a shared one, too. `shared: false` makes a shared one the caller's own.",
        params: IdParams,
        body: ChangeSnippet,
        response: responses(200, Snippet, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => changeSnippet(tx, actor, params.id, body)),
  );

  app.delete(
    '/ext/snippets/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Delete a text to choose from',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => deleteSnippet(tx, actor, params.id))),
  );
}

/** Texts to choose from when one writes. */
export const snippets: Module = {
  name: 'snippets',
  tag: 'account',
  tables: ['snippets'],
  personalData: [ownRows('snippets', 'owner_id')],
  routes: snippetRoutes,
};
