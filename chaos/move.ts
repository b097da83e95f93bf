import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createProjectFixture, type ProjectFixture, serviceSettings } from '../testing/api-fixtures.ts';
import { seed as seedTickets } from '../testing/benchmark-data.ts';
import { send, sendOk } from '../testing/http-client.ts';
import { PatroniCluster } from '../testing/patroni/cluster.ts';
import { missingPatroni } from '../testing/patroni/processes.ts';
import {
  connectPostgres,
  createDatabase,
  createDataDir,
  type PostgresServer,
  startEmbeddedPostgres,
  startNewestInstalledPostgres,
} from '../testing/postgres.ts';
import { ServiceInstance } from '../testing/service-instance.ts';
import { waitFor } from '../testing/wait.ts';
import { Deployment } from './lib/deployment.ts';
import { notRun, type Outcome, type Program, type Task } from './lib/program.ts';
import { steadyWorkload, type Workload } from './lib/workload.ts';
import { compareRows, connectionStringOf, copyRest, hasReplicated, readSqlFile, runSql } from './move/databases.ts';

// The procedure of docs/scaling.md from the embedded server to another one, while people work.

const maxReadOnlySeconds = 60;
const copyTimeoutMs = 900_000;
/** People work on after the copy, so that what they write then is followed. */
const followedMs = ({ isShort }: Task): number => (isShort ? 1_000 : 5_000);
/** People go on trying while nothing can be written. */
const refusedMs = 1_000;

/** The embedded server with the setting that a publication needs. */
async function startSource(folder: string): Promise<PostgresServer> {
  const server = await startEmbeddedPostgres(folder);
  const admin = await connectPostgres(server.url);
  await admin.query("alter system set wal_level = 'logical'");
  await admin.end();
  await server.stop();
  return startEmbeddedPostgres(folder);
}

interface Databases {
  old: pg.Client;
  next: pg.Client;
  oldUrl: string;
  /** settings of the service after the move */
  settings: { DATABASE_URL: string; DATA_DIR: string };
}

/** Moves a database under load, and compares all rows and what was acknowledged. */
async function move(task: Task, target: Pick<PostgresServer, 'url'>): Promise<Outcome> {
  const tickets = task.isShort ? 0 : 1_000_000;
  const [folder, photos] = [createDataDir(), createDataDir()];
  const removeFolders = (): void => {
    folder.remove();
    photos.remove();
  };
  process.once('exit', removeFolders); // At Ctrl-C nothing below runs to its end.
  const source = await startSource(folder.dataDir);
  try {
    const [from, to] = [await createDatabase(source), await createDatabase(target)];
    if (tickets > 0) await seedTickets(from.url, tickets);
    return await Deployment.run(task, { instances: 1, database: from.url }, async (deployment) => {
      const { service, root, expected, problems, cleanup } = deployment;
      const old = await deployment.connect();
      const next = await connectPostgres(to.url);
      cleanup.defer(() => next.end());
      const settings = { ...serviceSettings, DATABASE_URL: to.url, DATA_DIR: photos.dataDir };
      const databases: Databases = { old, next, oldUrl: from.url, settings };
      const fixture = await createProjectFixture(service.url, root, 1);
      const workload = await steadyWorkload(deployment, service.url, task.isShort ? 20 : 50);
      workload.start();
      const copySeconds = await copy(databases);
      await next.query('analyze');
      task.log(`copied in ${Math.round(copySeconds)} s, ${expected.acknowledged} writes meanwhile`);
      await sleep(followedMs(task));
      const readOnlySeconds = await cutOver(deployment, databases, fixture, workload);
      if (!task.isShort && readOnlySeconds > maxReadOnlySeconds)
        problems.add(`nothing could be written for ${readOnlySeconds.toFixed(1)} s`);
      return (
        `${tickets} tickets copied in ${Math.round(copySeconds)} s while people made ${expected.acknowledged} writes; ` +
        `read-only for ${readOnlySeconds.toFixed(1)} s without the comparison of all rows`
      );
    });
  } finally {
    await source.stop();
    removeFolders();
  }
}

/** @returns the seconds that it took, until the new database follows the old one */
async function copy({ old, next, oldUrl, settings }: Databases): Promise<number> {
  const began = performance.now();
  await runSql(old, readSqlFile('publish'));
  execFileSync(process.execPath, ['bin/callout.js', 'migrate'], { env: settings });
  const connection = connectionStringOf(oldUrl);
  await runSql(next, readSqlFile('subscribe').replace(/connection '.*?'/, `connection '${connection}'`));
  const isCopied = async (): Promise<boolean> =>
    (await next.query<{ tables_to_copy: string }>(readSqlFile('progress'))).rows[0]?.tables_to_copy === '0';
  await waitFor(isCopied, copyTimeoutMs);
  return (performance.now() - began) / 1_000;
}

/** Leads the deployment to the new database. @returns the seconds in which nothing could be written, without the comparison of all rows */
async function cutOver(
  deployment: Deployment,
  { old: formerly, next, oldUrl, settings }: Databases,
  fixture: ProjectFixture,
  workload: Workload,
): Promise<number> {
  const { service, problems } = deployment;
  const began = performance.now();
  workload.onFailure = 'end';
  await runSql(formerly, readSqlFile('stop-writes')); // it ends all other sessions
  const old = await connectPostgres(oldUrl);
  deployment.cleanup.defer(() => old.end());
  await sleep(refusedMs);
  await workload.stop();
  await checkReadOnly(deployment, fixture, old);
  const { rows } = await old.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
  await waitFor(() => hasReplicated(old, rows[0]?.position ?? ''), 60_000);
  await copyRest(old, next);
  for (const { format } of (await old.query<{ format: string }>(readSqlFile('sequences'))).rows) await next.query(format);
  await next.query('drop subscription callout_move');
  const comparing = performance.now();
  problems.add(...(await compareRows(old, next)));
  const comparedMs = performance.now() - comparing;
  await service.stop();
  cpSync(deployment.dataDir, settings.DATA_DIR, { recursive: true });
  const moved = await ServiceInstance.start(settings);
  Object.assign(deployment, { instances: [moved], database: settings.DATABASE_URL, dataDir: settings.DATA_DIR });
  const { body } = await sendOk(moved.url, newTicket(fixture));
  const seconds = (performance.now() - began - comparedMs) / 1_000;
  const { rows: newest } = await old.query<{ id: number }>('select max(id) as id from tickets');
  if (body.id <= (newest[0]?.id ?? 0)) problems.add(`the id ${body.id} was given out again`);
  return seconds;
}

async function checkReadOnly({ service: { url }, report }: Deployment, fixture: ProjectFixture, old: pg.Client): Promise<void> {
  const code = await old.query('delete from tickets where false').then(
    () => 'none',
    (error) => error.code,
  );
  if (code !== '25006') report(`a write in the old database got the error ${code}`);
  const { status, body } = await send(url, newTicket(fixture));
  if (status !== 500 || body.error !== 'db unavailable') report(`a write got ${status} ${JSON.stringify(body)}`);
  const read = await send(url, { method: 'GET', path: '/tickets', token: fixture.client.token });
  if (read.status !== 200) report(`a read got ${read.status}`);
}

const newTicket = ({ client: { token }, objects: [object_id] }: ProjectFixture) => ({
  ...{ method: 'POST', path: '/tickets', token },
  body: { category: 'electric', description: 'The lamp is dark', object_id },
});

/** Patroni where it is installed, else the machine's own PostgreSQL. */
async function startTarget(isShort: boolean): Promise<PostgresServer | undefined> {
  if (isShort || missingPatroni()) return startNewestInstalledPostgres();
  const cluster = await PatroniCluster.start();
  return { url: cluster.url('postgres'), stop: () => cluster.stop() };
}

export const program: Program = {
  summary: 'moves 1,000,000 tickets from the embedded server to Patroni while people work: read-only for less than a minute',
  unit: 'a move',
  rounds: 1,
  run: async (task) => {
    const target = await startTarget(task.isShort);
    if (!target) return notRun('no other PostgreSQL is installed here');
    try {
      return await move(task, target);
    } finally {
      await target.stop();
    }
  },
};
