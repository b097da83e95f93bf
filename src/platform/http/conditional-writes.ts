import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { outsideRequestTransaction } from '../database/request-transaction.ts';
import { matchesIfMatch } from './entity-tag.ts';
import { overloaded, preconditionFailed, tooManyAttempts } from './errors.ts';

const methods: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);
/** The read is made without what describes the body of the write and its conditions. */
const headersOfWrite = ['content-length', 'content-type', 'transfer-encoding', 'expect', 'if-match', 'idempotency-key'];

/**
 * Refuses PUT, PATCH and DELETE under /ext with `If-Match` when GET of the same path answers with another entity tag (RFC 9110,
 * 13.1.1); for an entry without a GET of its own, GET of its list. Writes to the same path with `If-Match` run one after another,
 * so that of several with the same tag one succeeds. The request has a transaction already (idempotency/, checked-changes.ts).
 * @throws 412
 */
export function registerConditionalWrites(app: FastifyInstance, { db }: { db: Database }): void {
  app.addHook('preHandler', async (request) => {
    if (hasIfMatch(request)) await checkPrecondition(app, db, request);
  });
}

/** Whether an operation takes If-Match. */
export const isConditionalWrite = (method: string, path: string): boolean => methods.has(method) && path.startsWith('/ext/');

/** Whether a request asks for a precondition of its changes. */
export const hasIfMatch = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  headers['if-match'] !== undefined && isConditionalWrite(method, routeOptions.url ?? '');

/** @throws 412; what the read refuses for a while, such as 429 and 503 */
async function checkPrecondition(app: FastifyInstance, db: Database, request: FastifyRequest): Promise<void> {
  const url = readUrlOf(app, request);
  await db.transaction((tx) => lockUntilCommit(tx, url ?? request.url));
  if (url === undefined) throw preconditionFailed();
  const headers = Object.entries(request.headers).filter(([name]) => !headersOfWrite.includes(name));
  const read = await outsideRequestTransaction(() =>
    app.inject({ method: 'GET', url, headers: Object.fromEntries(headers), remoteAddress: request.socket.remoteAddress ?? '' }),
  );
  const { statusCode, headers: answer } = read;
  if (statusCode === 429) throw tooManyAttempts(Number(answer['retry-after'] ?? 1));
  if (statusCode >= 500) throw overloaded();
  // What its caller may not see, and what is not there, the write refuses by itself.
  if (statusCode === 200 && !matchesIfMatch(request.headers['if-match'], answer.etag)) throw preconditionFailed();
}

/** @returns what GET reads the resource of the request with: the same path, or for an entry of a list that of the list */
function readUrlOf(app: FastifyInstance, { url, routeOptions }: FastifyRequest): string | undefined {
  const path = url.split('?')[0] ?? url;
  const pattern = routeOptions.url ?? '';
  if (hasGet(app, pattern)) return path;
  const [, list] = /^(.+)\/:\w+$/.exec(pattern) ?? [];
  return list !== undefined && hasGet(app, list) ? path.slice(0, path.lastIndexOf('/')) : undefined;
}

const get: HTTPMethods = 'GET';
const hasGet = (app: FastifyInstance, url: string): boolean => app.hasRoute({ method: get, url });

/** Until the end of the transaction of the request. */
async function lockUntilCommit(tx: Tx, url: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`if-match ${url}`}, 0))`.execute(tx);
}
