import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database, Tx } from '../database/database.ts';
import { outsideRequestTransaction } from '../database/request-transaction.ts';
import { matchesIfMatch } from './entity-tag.ts';
import { overloaded, preconditionFailed, tooManyAttempts } from './errors.ts';

const methods: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);
/** The read is made without what describes the body of the write and its conditions: with If-None-Match it would answer 304. */
const headersOfWrite = [
  'content-length',
  'content-type',
  'transfer-encoding',
  'expect',
  'if-match',
  'if-none-match',
  'idempotency-key',
];

const ListAnswer = Type.Object({
  items: Type.Array(Type.Object({ id: Type.Union([Type.String(), Type.Number()]) })),
  total: Type.Number(),
});

/** What a write is compared with. */
interface Read {
  /** of the route of the GET */
  pattern: string;
  /** the parameter with the id of the entry, when GET answers the list of it */
  entry?: string | undefined;
}

/**
 * Refuses PUT, PATCH and DELETE under /ext with `If-Match` when GET of the same path answers with another entity tag (RFC 9110,
 * 13.1.1); for an entry or a part without a GET of its own, GET of the path around it. The query of the write is that of the read, so
 * that an entry can be compared with the page that shows it. Writes to the same path with `If-Match` run one after another,
 * so that of several with the same tag one succeeds. What has no GET at all has no entity tag: only `*` fits it. The request has a transaction already (idempotency/, checked-changes.ts).
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
  const read = readOf(app, request.routeOptions.url ?? '');
  if (read === undefined) {
    if (isAnyTag(request.headers['if-match'])) return;
    throw preconditionFailed();
  }
  const path = fillIn(read.pattern, request.params);
  await db.transaction((tx) => lockUntilCommit(tx, path));
  const answer = await readAs(app, request, path);
  if (answer.statusCode === 429) throw tooManyAttempts(Number(answer.headers['retry-after'] ?? 1));
  if (answer.statusCode >= 500) throw overloaded();
  // What its caller may not see, and what is not there, the write refuses by itself.
  if ([401, 403, 404].includes(answer.statusCode)) return;
  const ifMatch = request.headers['if-match'];
  const isSame = answer.statusCode === 200 && matchesIfMatch(ifMatch, answer.headers.etag);
  if (!isSame || (read.entry !== undefined && isOnOtherPage(answer.body, fillIn(read.entry, request.params), ifMatch))) {
    throw preconditionFailed();
  }
}

/** Makes the read with the rights and the query of the write. */
function readAs(app: FastifyInstance, request: FastifyRequest, path: string) {
  const headers = Object.entries(request.headers).filter(([name]) => !headersOfWrite.includes(name));
  const [, query] = /^[^?]*(\?.*)$/.exec(request.raw.url ?? '') ?? [];
  return outsideRequestTransaction(() =>
    app.inject({
      method: 'GET',
      url: `${path}${query ?? ''}`,
      headers: Object.fromEntries(headers),
      remoteAddress: request.socket.remoteAddress ?? '',
    }),
  );
}

/** @returns the GET that reads the resource of a write: of its own path, or of the path around it */
function readOf(app: FastifyInstance, pattern: string): Read | undefined {
  if (hasGet(app, pattern)) return { pattern };
  const [, around = '', entry] = /^(.+)\/(?:(:\w+)|[^/]+)$/.exec(pattern) ?? [];
  return hasGet(app, around) ? { pattern: around, entry } : undefined;
}

const isAnyTag = (ifMatch: string | undefined): boolean => ifMatch?.split(',').some((tag) => tag.trim() === '*') ?? false;

/** Whether a page of a list lacks the entry, of which its tag then says nothing. A whole list that lacks it leaves the 404 to the write. */
function isOnOtherPage(body: string, id: string, ifMatch: string | undefined): boolean {
  if (isAnyTag(ifMatch)) return false;
  const answer: unknown = JSON.parse(body);
  if (!Value.Check(ListAnswer, answer) || answer.total <= answer.items.length) return false;
  return !answer.items.some((item) => String(item.id).toLowerCase() === id);
}

/** @returns the path of a route with these parameters, the same for every spelling of a request, so that all of them wait for one lock */
function fillIn(pattern: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name)).toLowerCase()));
}

const get: HTTPMethods = 'GET';
const hasGet = (app: FastifyInstance, url: string): boolean => app.hasRoute({ method: get, url });

/** Until the end of the transaction of the request. */
async function lockUntilCommit(tx: Tx, url: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`if-match ${url}`}, 0))`.execute(tx);
}
