import assert from 'node:assert/strict';
import { it } from 'node:test';
import { program as failover } from '../../chaos/failover.ts';
import { program as mirror } from '../../chaos/mirror.ts';
import { readSqlFile, runSql } from '../../chaos/move/databases.ts';
import { program as move } from '../../chaos/move.ts';
import { connectPostgres, createDatabase, startEmbeddedPostgres } from '../../testing/postgres.ts';
import { testProgram } from './short-run.ts';

testProgram('failover', failover, 1);
testProgram('move', move, 1);
testProgram('mirror', mirror, 0); // Both kinds of losses happen in any case.

it('stop-writes.sql can be run again, and cancel.sql undoes it', { timeout: 60_000 }, async () => {
  const server = await startEmbeddedPostgres();
  try {
    const { url } = await createDatabase(server);
    /** In a session of its own, as psql does. */
    const run = async (text: string): Promise<void> => {
      const db = await connectPostgres(url);
      await runSql(db, text).finally(() => db.end());
    };
    await run('create table t (n integer);\n\ncreate publication callout_move for table t');
    const writer = await connectPostgres(url);
    await run(readSqlFile('stop-writes'));
    await assert.rejects(writer.query('insert into t values (1)'), 'the session has ended');
    await run(readSqlFile('stop-writes'));
    await assert.rejects(run('insert into t values (1)'), { code: '25006' });
    await run(readSqlFile('cancel'));
    await run('insert into t values (1)');
  } finally {
    await server.stop();
  }
});
