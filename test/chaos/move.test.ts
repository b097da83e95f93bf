import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSqlFile, runSql } from '../../chaos/move/databases.ts';
import { runMove } from '../../chaos/move.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../../testing/installed-postgres.ts';
import { connectPostgres, createDatabase, startEmbeddedPostgres } from '../../testing/postgres.ts';
import { assertPassed, shortRun } from './short-run.ts';

const installed = findInstalledPostgres(18);

it('a move to another PostgreSQL keeps all rows that were written before and meanwhile, and new ones get new ids', {
  skip: installed ? false : 'no other PostgreSQL is installed here',
  timeout: 180_000,
}, async () => {
  if (!installed) return;
  const target = await startInstalledPostgres(installed);
  try {
    assertPassed(await runMove({ ...shortRun(1), target, tickets: 0, requestsPerSecond: 20, hasTimeLimits: false }));
  } finally {
    await target.stop();
  }
});

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
