import type { PostgresPool, PostgresPoolClient } from 'kysely';

/**
 * A pool whose callers do not wait for a statement longer than they may: a commit waits for a lost standby without a limit, and a
 * frozen server answers nothing. Whether the change was made is unknown then. The connection stays in use until the answer comes, so
 * that a database that hangs does not collect more and more of them. Its end() does not close the pool.
 * @param answerMs for each statement, less what the connection was waited for
 */
export function boundedPool(pool: PostgresPool, answerMs: number): PostgresPool {
  const connect = async (): Promise<PostgresPoolClient> => {
    const startedMs = performance.now();
    const client = await pool.connect();
    const restMs = answerMs - (performance.now() - startedMs);
    if (restMs > 0) return boundedClient(client, restMs);
    client.release();
    throw notAnswered();
  };
  return { connect, end: async () => {}, options: pool.options };
}

function boundedClient(client: PostgresPoolClient, answerMs: number): PostgresPoolClient {
  let abandoned: Promise<unknown> | undefined;
  const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (abandoned) return Promise.reject(notAnswered());
    const answer = client.query(text, values);
    return withTimeout(answer, answerMs, () => {
      abandoned = answer;
      return notAnswered();
    });
  };
  const release = (destroy?: boolean): void => {
    const end = (): void => client.release(true);
    if (abandoned) abandoned.then(end, end);
    else client.release(destroy);
  };
  return { query: query as PostgresPoolClient['query'], release };
}

/** The code is that of the operating system, which error-handler.ts answers as `db unavailable`. */
const notAnswered = (): Error => Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' });

function withTimeout<T>(answer: Promise<T>, ms: number, timedOut: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut()), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
