import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { accountSubject } from '../../../platform/audit/audit-log.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { getProfile } from '../../identity/users/queries.ts';
import { Profile } from '../../identity/users/schemas.ts';
import { streamExport } from '../exports/stream-export.ts';
import { anonymizeAccount } from './actions.ts';
import { collectData } from './collect-data.ts';
import { zipStream } from './zip-stream.ts';

export const DataFile = Type.Unsafe<Readable>({
  type: 'string',
  format: 'binary',
  description:
    'A zip file: a JSON file with the rows of each table, the files of photos and attachments, and `missing.json` with those that the storage does not have.',
});

export function privacyRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, personalData } = deps;

  app.get(
    '/ext/users/:id/data',
    {
      config: { roles: everyRole, stream: true },
      schema: {
        summary: 'Export everything that is kept about a person',
        description: 'Your own data; an admin that of every account. A file that is not complete ends with an error.',
        params: UuidParams,
        response: {
          ...responses(200, DataFile, 400, 401, 403, 404, 429),
          200: { description: 'The data of the account.', content: { 'application/zip': { schema: DataFile } } },
        } as object,
      },
    },
    async (request, reply) => {
      await request.accountCheck; // nothing may be sent before it has passed
      const { actor, params } = request;
      if (actor.role !== 'admin' && actor.id !== params.id) throw notFound('user');
      const { id } = await getProfile(db.read, params.id);
      const stream = await streamExport(request, deps, {
        format: 'zip',
        filter: {},
        subject: accountSubject(id),
        read: (caller) => collectData(deps, personalData, id, caller),
        countRows: ({ rows }) => rows,
        write: zipStream,
      });
      reply.header('content-type', 'application/zip').header('content-disposition', `attachment; filename="account-${id}.zip"`);
      return stream;
    },
  );

  app.post(
    '/ext/users/:id/anonymize',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Replace name, address and phone number of a disabled account for good',
        description:
          'Everywhere, by "Former worker", "Former client" or "Former admin" and a number. What people wrote stays as it is. 409: the account is active, has unclosed tickets, or was anonymized before.',
        params: UuidParams,
        response: responses(200, Profile, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => db.transaction((tx) => anonymizeAccount(tx, actor, params.id, personalData, clock())),
  );
}

/** What is kept about a person: to take away, and without a name (docs/privacy.md). */
export const privacy: Module = { name: 'privacy', tag: 'users', routes: privacyRoutes };
