import { type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely';
import pg from 'pg';

const customPlanMark = '/* custom plan */';

/**
 * In a statement whose best plan depends on its values, or whose text has many forms: it is not prepared by name, so
 * PostgreSQL plans it for its values each time. For a prepared one it soon keeps a generic plan.
 */
export const forceCustomPlan = sql.raw(customPlanMark);

/** Whether a statement is prepared by name. */
export const isPrepared = (text: string): boolean => !text.includes(customPlanMark);

// Each connection parses and plans a named statement once. Beyond the bound further texts run unnamed,
// so that they do not fill the memory of the server.
const names = new Map<string, string>();
const maxNames = 1_000;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= maxNames || !isPrepared(text)) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Observes the statements of a connection. */
export interface StatementWatch {
  began(): void;
  /** @param text holds no values @param ms the server's time for it */
  ended(text: string, ms: number): void;
  /** after `ended`, for a statement that failed */
  failed?(error: Error): void;
}

/**
 * The way Kysely queries a connection, with statements prepared by name.
 * @param timeoutMs a connection on which no statement ends for so long is destroyed
 */
export function prepared(client: pg.Client, watch: StatementWatch, timeoutMs: number): PostgresPoolClient['query'] {
  let endedAt = 0;
  let underWay = 0;
  // One timer for all statements in flight: pipelined, the last of them may rightly wait for the others.
  // The driver's own timeout keeps rows from being collected young (docs/performance.md).
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
    result.then(ended, (error: Error) => {
      ended();
      watch.failed?.(error);
    });
    return result;
  }
  return query;
}

/** Whatever waits on the connection fails, and it is replaced. */
export function destroyConnection(client: pg.Client): void {
  client.connection.stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
}

/**
 * What `client.query({ text, values, name })` does without the copy of that object that the driver makes property by
 * property: lists are 11 to 14 % faster (docs/performance.md).
 */
function send(client: pg.ClientBase, text: string, values: unknown[], name: string | undefined): Promise<pg.ResultBuilder> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
    client.query(Object.assign(query, name && { name }));
  });
}
