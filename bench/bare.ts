import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { argv, stdin } from 'node:process';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import type { HotStatement, Operation } from '../testing/service-statements.ts';

// What a careful hand gets without a framework: node:http, a pool of pg with prepared statements,
// JSON.stringify. It runs the service's own statements, the look at the account included, checks the
// signature of tokens and answers the same requests, but leaves out reading the request strictly, the schema
// of the answer, security headers, time-outs, errors and logs.

interface Order {
  /** of the tokens */
  secret: string;
  url: string;
  port: number;
  statements: Record<Operation | 'account', HotStatement[]>;
}

const { secret, url, port, statements } = (await json(stdin)) as Order;
/** As many as the service has for writes. */
const connections = Number(argv[2] ?? 10);
const options = '-c TimeZone=UTC -c jit=off';
const pool = new pg.Pool({ connectionString: url, options, max: connections });
pg.types.setTypeParser(20, Number); // counts

interface Caller {
  sub: string;
  role: 'client' | 'worker' | 'admin';
  exp: number;
}

function callerOf({ headers }: IncomingMessage): Caller {
  const [head = '', claims = '', signature = ''] = headers.authorization?.slice('Bearer '.length).split('.') ?? [];
  const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('not our token');
  const caller = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Caller;
  if (caller.exp < Date.now() / 1000) throw new Error('the token has ended');
  return caller;
}

async function run(operation: Operation | 'account', me: string, ticket = 0): Promise<pg.QueryResult[]> {
  const given = { me, ticket, now: operation === 'take' ? new Date() : undefined };
  return Promise.all(
    statements[operation].map(({ text, parameters }, i) => {
      const values = parameters.map((one) => ('name' in one ? given[one.name] : one.value));
      return pool.query({ name: `${operation}${i}`, text, values });
    }),
  );
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const { sub, role } = callerOf(request);
  const [, , id, op] = request.url?.split('/') ?? [];
  const account = run('account', sub);
  if (op === 'take') {
    await account;
    return (await run('take', sub, Number(id)))[0]?.rows[0];
  }
  const [[first, total]] = await Promise.all([id === undefined ? run(role, sub) : run('ticket', sub, Number(id)), account]);
  if (id !== undefined) return first?.rows[0];
  return { items: first?.rows, total: total?.rows[0].total, limit: 20, offset: 0 };
}

const server = createServer((request, response) => {
  answer(request).then(
    (found) => {
      const body = JSON.stringify(found) ?? '';
      response.writeHead(found === undefined ? 404 : 200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: Error) => {
      console.error(error);
      response.writeHead(500, { 'content-length': 0 }).end();
    },
  );
});
server.listen(port, '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => process.exit());
