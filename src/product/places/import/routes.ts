import type { FastifyRequest } from 'fastify';
import { badRequest } from '../../../platform/http/errors.ts';
import { accountCaller } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { imports } from '../../../platform/http/rate-limits.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { seconds } from '../../../platform/lib/duration.ts';
import { type Caller, FairQueue } from '../../../platform/lib/fair-queue.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { hashPassword } from '../../../platform/security/passwords.ts';
import { randomToken } from '../../../platform/security/tokens.ts';
import { maxBytes, maxRows } from './file-kinds.ts';
import { importEquipment } from './import-equipment.ts';
import { importObjects } from './import-objects.ts';
import { importWorkers } from './import-workers.ts';
import { readEquipment, readObjects, readWorkers } from './read-in-thread.ts';
import { runImport } from './run-import.ts';
import { type ImportAnswer, ImportErrors, ImportedEquipment, ImportedObjects, ImportedWorkers, ImportQuery } from './schemas.ts';

const fileRules =
  'csv with comma, semicolon or tab, as UTF-8, UTF-16, Windows-1250, Windows-1252, Windows-1254 or ISO-8859-2, with a header row of these names or their English, German or Polish headings, ' +
  `at most ${maxRows} rows and 1 MiB.`;

/** An import takes a connection for seconds, and its account may have more requests under way than there are connections for writes. */
const importQueue = new FairQueue({ concurrency: 3, concurrencyPerTenant: 2, maxWaiting: 30, maxWaitMs: seconds(20) });

export function importRoutes(app: TypedFastify, { db, clock, config, subscriptions, deliveries, rateLimiter }: RouteDeps): void {
  app.post(
    '/ext/import/workers',
    {
      config: { roles: ['admin', 'client'], csv: true, accountRateLimit: imports },
      bodyLimit: maxBytes,
      schema: {
        summary: 'Create accounts of workers from a file',
        description: `All rows or none. Columns \`name\`, \`email\` and \`phone\`, which may be missing; ${fileRules}`,
        querystring: ImportQuery,
        response: { ...responses(200, ImportedWorkers, 400, 401, 403, 409, 429), 400: ImportErrors },
      },
    },
    async (request) => {
      const { actor, body, query } = request;
      const now = clock();
      const result = await inTurn(request, async (caller) => {
        const file = await readWorkers(body, query.encoding, caller);
        const passwordHash = await hashPassword(randomToken(), caller); // slow, therefore after the checks
        return runImport(db, file, query.dry_run === 'true', (tx, rows) =>
          importWorkers(tx, { config, deliveries, rateLimiter }, actor, rows, passwordHash, now),
        );
      });
      return importedOrThrow(result);
    },
  );

  app.post(
    '/ext/import/objects',
    {
      config: { roles: ['admin', 'client'], csv: true, accountRateLimit: imports },
      bodyLimit: maxBytes,
      schema: {
        tags: ['projects'],
        summary: 'Create objects from a file',
        description: `All rows or none. Columns \`project\`, the name of a project that you see, \`name\`, \`address\` and \`reference\`, which may be missing; an object of the project that has the reference already is changed. ${fileRules}`,
        querystring: ImportQuery,
        response: { ...responses(200, ImportedObjects, 400, 401, 403, 409, 429), 400: ImportErrors },
      },
    },
    async (request) => {
      const { actor, body, query } = request;
      const now = clock();
      const result = await inTurn(request, async (caller) => {
        const file = await readObjects(body, query.encoding, caller);
        return runImport(db, file, query.dry_run === 'true', (tx, rows) =>
          importObjects(tx, { config, subscriptions, deliveries }, actor, rows, now),
        );
      });
      return importedOrThrow(result);
    },
  );

  app.post(
    '/ext/import/equipment',
    {
      config: { roles: ['admin', 'client'], csv: true, accountRateLimit: imports },
      bodyLimit: maxBytes,
      schema: {
        tags: ['equipment'],
        summary: 'Create equipment from a file',
        description: `All rows or none. Columns \`project\` and \`object\`, the names of a project and an object that you see, \`name\`, and \`kind\`, \`location\`, \`serial\`, \`installed_on\` and \`warranty_until\`, which may be missing; ${fileRules}`,
        querystring: ImportQuery,
        response: { ...responses(200, ImportedEquipment, 400, 401, 403, 409, 429), 400: ImportErrors },
      },
    },
    async (request) => {
      const { actor, body, query } = request;
      const now = clock();
      const result = await inTurn(request, async (caller) => {
        const file = await readEquipment(body, query.encoding, caller);
        return runImport(db, file, query.dry_run === 'true', (tx, rows) => importEquipment(tx, config.quotas, actor, rows, now));
      });
      return importedOrThrow(result);
    },
  );
}

/** @throws 400 with what became of each row */
function importedOrThrow<RowId>(result: ImportAnswer<RowId> | ImportErrors): ImportAnswer<RowId> {
  if (!('error' in result)) return result;
  throw badRequest('import_rows_invalid', result.error, { members: { rows: result.rows } });
}

/** @throws QueueFull too many imports wait; CallerGone */
function inTurn<T>(request: FastifyRequest, work: (caller: Caller) => Promise<T>): Promise<T> {
  const caller = accountCaller(request);
  request.releaseAccountSlot(); // the turn may take seconds
  return importQueue.run(caller, () => work(caller));
}

/** Workers and objects from files. */
export const importing: Module = { name: 'import', tag: 'users', routes: importRoutes };
