import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

// Each text gets a name, so that the server parses and plans it once per connection. The
// texts are few: values are always parameters, and statements whose text the caller shapes (several
// filters, words of a search) say that they get no name. Should that ever change, the surplus runs
// unnamed instead of filling the server's memory.
const names = new Map<string, string>();
const mostNames = 1_000;

/**
 * In a statement: what plan is good depends on its values, so none is kept and the statement gets no name. The
 * server compares only what it believes plans to cost, and it knows nothing of a limit that is a parameter.
 */
export const planNotKept = '/* plan not kept */';

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames || text.includes(planNotKept)) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Hears of every statement on a connection. */
export interface StatementWatch {
  began(): void;
  /** @param text holds no values @param ms for how long the server was at it */
  ended(text: string, ms: number): void;
}

/**
 * The way Kysely queries a connection, with every statement prepared by name.
 * @param timeoutMs a connection on which no statement ends for so long is destroyed
 */
export function prepared(client: pg.Client, watch: StatementWatch, timeoutMs: number): PostgresPoolClient['query'] {
  let endedAt = 0;
  let underWay = 0;
  // One timer for all statements in flight: pipelined, the last of them may rightly wait for the others.
  // Not the driver's own: what that one remembers keeps rows from being collected young (docs/performance.md).
  let timer: NodeJS.Timeout | undefined;
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are not in use');
    const name = nameOf(text);
    const sentAt = performance.now();
    watch.began();
    const result = send(client, text, [...values], name);
    if (underWay++ === 0) timer = setTimeout(destroyConnection, timeoutMs, client);
    const ended = (): void => {
      if (--underWay === 0) clearTimeout(timer);
      else timer?.refresh();
      const now = performance.now();
      // Pipelined, a statement waits for the one before it: that time is the other one's.
      watch.ended(text, now - Math.max(sentAt, endedAt));
      endedAt = now;
    };
    result.then(ended, ended);
    return result;
  }
  return query;
}

/** Whatever waits on the connection fails, and it is replaced. */
export function destroyConnection(client: pg.Client): void {
  client.connection.stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
}

/**
 * What `client.query({ text, values, name })` does, without the copy that the driver makes of such an object,
 * property by property: 2 % of a list.
 */
function send(client: pg.ClientBase, text: string, values: unknown[], name: string | undefined): Promise<pg.ResultBuilder> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
    client.query(Object.assign(query, name && { name }));
  });
}
