import type pg from 'pg';

const rounds = 3;

/**
 * Whether a pooler gives the server process of a client to other clients between transactions, as PgBouncer does with
 * `pool_mode = transaction`. Advisory locks, LISTEN, settings and prepared statements of a session are lost then.
 * Without such a pooler a client keeps its server process, and no other client has it. The rounds make a pooler show
 * itself that hands out its server processes in turn.
 * @param first connected and not in a transaction
 * @param second as well
 */
export async function sharesServerProcesses(first: pg.Client, second: pg.Client): Promise<boolean> {
  const own = await serverProcessId(first);
  for (let round = 0; round < rounds; round++) {
    await second.query('begin');
    if ((await serverProcessId(second)) === own || (await serverProcessId(first)) !== own) return true;
    await second.query('rollback');
  }
  return false;
}

async function serverProcessId(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
