import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { sql } from 'kysely';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { recordAuditEvent } from '../src/platform/audit/audit-log.ts';
import { createLog } from '../src/platform/config/log.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { reportStatements } from '../src/platform/database/query-metrics.ts';
import { schedule } from '../src/platform/jobs/job-scheduler.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { gaugeCertificates, gaugeDeliveries, gaugeLastBackup, gaugeProcess } from '../src/platform/system/gauges.ts';
import { gaugeDiskSpace } from '../src/product/files/photos/disk-space.ts';
import { gaugeTickets } from '../src/product/tickets/metrics.ts';
import { issueCertificate } from '../testing/certificate.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { freePort } from '../testing/free-port.ts';

const fixtures = await Fixtures.create();
const { anna, root } = fixtures;
const queueNames = ['messages', 'answers', 'mails'];
gaugeProcess(fixtures.deps);
gaugeDeliveries(fixtures.deps, queueNames);

/** The value of one line of /metrics. */
async function figure(line: string): Promise<number | undefined> {
  const { body } = await fixtures.call(undefined, 'GET', '/metrics');
  const found = String(body)
    .split('\n')
    .find((text) => text.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.split(' ').at(-1));
}
const requests = (method: string, route: string, status: number) =>
  figure(`callout_http_requests_total{method="${method}",route="${route}",status="${status}"}`);

describe('HTTP metrics', () => {
  it('GET /metrics counts requests by the pattern of their route, with their duration', async () => {
    const id = await fixtures.createTicket();
    for (let i = 0; i < 3; i++) await fixtures.call(anna, 'GET', `/tickets/${id}`);
    await fixtures.call(anna, 'GET', '/tickets/999999');
    assert.equal(await requests('GET', '/tickets/:id', 200), 3);
    assert.equal(await requests('GET', '/tickets/:id', 404), 1);
    assert.equal(await figure('callout_http_request_duration_seconds_count{method="GET",route="/tickets/:id"}'), 4);
  });

  it('unknown paths and methods add no new time series', async () => {
    const series = async () =>
      String((await fixtures.call(undefined, 'GET', '/metrics')).body).match(/^callout_http_.*\{/gm)?.length;
    await fixtures.call(undefined, 'GET', '/nope');
    await fixtures.app.inject({ method: 'PROPFIND' as 'GET', url: '/nope' });
    const before = await series();
    for (let i = 0; i < 30; i++) {
      await fixtures.call(undefined, 'GET', `/nope-${i}`);
      await fixtures.call(anna, 'GET', `/tickets/${1_000_000 + i}`);
    }
    for (const method of ['SEARCH', 'MKCOL', 'LOCK']) await fixtures.app.inject({ method: method as 'GET', url: '/x' });
    assert.equal(await series(), before);
    assert(((await requests('GET', 'none', 404)) ?? 0) >= 30);
  });
});

describe('other metrics', () => {
  it('GET /metrics counts the requests that each rate limit refused', async () => {
    for (let i = 0; i < 12; i++) await fixtures.call(undefined, 'POST', '/auth/login', {});
    assert.equal(await figure('callout_limit_refusals_total{limit="login"}'), 2);
  });

  it('GET /metrics counts successful and failed job runs with their duration', async () => {
    let failing = false;
    const run = async (): Promise<void> => {
      if (failing) throw new Error('as a test');
    };
    const job = schedule('a test', 60_000, run, fixtures.deps);
    await turn();
    failing = true;
    job.trigger();
    await turn();
    await job.stop();
    assert.equal(await figure('callout_job_runs_total{name="a test",result="ok"}'), 1);
    assert.equal(await figure('callout_job_runs_total{name="a test",result="failed"}'), 1);
    assert.equal(await figure('callout_job_duration_seconds_count{name="a test"}'), 2);
  });

  it('GET /metrics reports connections, memory and event loop lag', async () => {
    await fixtures.call(root, 'GET', '/users');
    assert.equal(await figure('callout_db_connections{state="readers"}'), 3);
    assert.equal(await figure('callout_db_connections{state="used"}'), 0);
    assert.equal(await figure('callout_db_waiting{pool="writers"}'), 0);
    assert.equal(await figure('callout_db_waiting{pool="readers"}'), 0);
    assert.equal(await figure('callout_live_streams'), 0);
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total'])
      assert(((await figure(name)) ?? -1) >= 0, name);
    assert.doesNotMatch((await fixtures.call(undefined, 'GET', '/metrics')).body, /v\d+\.\d+\.\d+/, 'no version of Node');
  });

  for (const [name, atLeastSeconds] of [
    ['nodejs_eventloop_lag_max_seconds', 0.05],
    ['callout_event_loop_cpu_max_seconds', 0.01],
  ] as const) {
    it(`GET /metrics reports a single gap of the event loop since the metrics were read last as ${name}`, async () => {
      await fixtures.call(undefined, 'GET', '/metrics');
      await new Promise((resolve) => setTimeout(resolve, 30)); // the measurement begins again
      const endsAt = performance.now() + 60;
      const cpu = process.cpuUsage(); // a busy machine may not give the loop its processor
      while (performance.now() < endsAt || process.cpuUsage(cpu).user < 20_000);
      await new Promise((resolve) => setTimeout(resolve, 30));
      assert(Number(await figure(name)) >= atLeastSeconds);
    });
  }

  it('GET /metrics reports the version of the service and the free disk space', async () => {
    const fresh = { ...fixtures.deps, metrics: openMetrics() };
    gaugeProcess(fresh);
    gaugeDiskSpace(fresh);
    const text = await fresh.metrics.registry.metrics();
    assert.match(text, /^callout_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m);
    assert(Number(/^callout_disk_free_bytes (\S+)$/m.exec(text)?.[1]) > 0, text);
  });

  it('GET /metrics reports tickets by status and waiting deliveries', async () => {
    const { db } = fixtures.deps;
    const fresh = { db, metrics: openMetrics() };
    gaugeDeliveries(fresh, queueNames);
    gaugeTickets(fresh);
    const text = await fresh.metrics.registry.metrics();
    const { rows } = await sql<{ status: string; n: number }>`select status::text, count(*) as n from tickets group by 1`.execute(
      db.read,
    );
    for (const { status, n } of rows) assert.match(text, new RegExp(`callout_tickets\\{status="${status}"\\} ${n}\n`));
    for (const status of ['confirmed', 'closed']) assert.match(text, new RegExp(`callout_tickets\\{status="${status}"\\} 0\n`));
    for (const queue of ['messages', 'answers', 'mails'])
      assert.match(text, new RegExp(`callout_deliveries_waiting\\{queue="${queue}"\\} 0\n`));
    const names = [...String((await fixtures.call(undefined, 'GET', '/metrics')).body).matchAll(/^# TYPE (\S+)/gm)].map(
      ([, name]) => name,
    );
    assert.deepEqual(names, [...new Set(names)], 'each metric is described once');
  });
});

describe('what hurts later', () => {
  /** An application of its own, whose address is that of a server with this certificate, and a scrape of it. */
  async function observe(port: number) {
    const config = { ...fixtures.deps.config, publicUrl: `https://localhost:${port}` };
    const deps = { ...fixtures.deps, config, metrics: openMetrics() };
    for (const gauge of [gaugeDiskSpace, gaugeLastBackup, gaugeCertificates]) gauge(deps);
    const app = await buildApp(deps);
    const read = async (url: string, headers = {}) => (await app.inject({ url, headers })).body;
    return { read, health: async (headers = {}) => JSON.parse(await read('/health', headers)), close: () => app.close() };
  }

  it('GET /metrics and GET /health have free disk, last backup and ends of certificates, for who may read metrics', async () => {
    const server = createServer(issueCertificate()).listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const before = await observe(port);
    assert.doesNotMatch(await before.read('/metrics'), /^callout_last_backup_timestamp_seconds /m);
    assert.equal((await before.health()).last_backup_at, null);
    await before.close();

    const at = '2026-11-01T03:00:00.000Z';
    await fixtures.transaction((tx) =>
      recordAuditEvent(tx, { event: 'backup_made', at: new Date(at), actor: undefined, subject: undefined }),
    );
    const now = await observe(port);
    const text = await now.read('/metrics');
    assert.match(text, new RegExp(`^callout_last_backup_timestamp_seconds ${Date.parse(at) / 1_000}$`, 'm'));
    const end = '2049-12-31T23:59:59.000Z';
    assert.match(
      text,
      new RegExp(`^callout_certificate_expiry_timestamp_seconds\\{endpoint="public_url"\\} ${Date.parse(end) / 1_000}$`, 'm'),
    );
    const { disk_free_bytes, last_backup_at, certificates } = await now.health();
    assert.deepEqual([last_backup_at, certificates], [at, { public_url: end }]);
    assert(disk_free_bytes > 0);
    assert.equal('last_backup_at' in (await now.health({ 'x-forwarded-for': '203.0.113.9' })), false);
    await now.close();
    server.close();
  });

  it('GET /metrics has no end of a certificate that cannot be read', async () => {
    const unreachable = await observe(await freePort());
    assert.doesNotMatch(await unreachable.read('/metrics'), /^callout_certificate_expiry_timestamp_seconds\{/m);
    assert.deepEqual((await unreachable.health()).certificates, {});
    await unreachable.close();
  });

  it('GET /metrics says for how long the oldest due delivery of a queue has waited', async () => {
    const metrics = openMetrics();
    await fixtures.transaction((tx) =>
      sql`insert into deliveries (queue, payload, created_at, due_at) values ('mails', '{}', now(), now() - interval '1 hour'),
        ('mails', '{}', now(), now()), ('answers', '{}', now(), now() + interval '1 hour')`.execute(tx),
    );
    gaugeDeliveries({ ...fixtures.deps, metrics }, queueNames);
    const text = await metrics.registry.metrics();
    await fixtures.clearDeliveries();
    const [, seconds] = /^callout_deliveries_overdue_seconds\{queue="mails"\} (\S+)$/m.exec(text) ?? [];
    assert(Number(seconds) >= 3_600, text);
    assert.match(text, /^callout_deliveries_overdue_seconds\{queue="answers"\} 0$/m);
  });
});

describe('slow statements', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const metrics = openMetrics();

  it('a slow statement is logged without its values, and statements that waited behind it are not logged', async () => {
    const db = openDatabase({ connectionString: fixtures.url }, pino({ level: 'silent' }), reportStatements(200, metrics, log));
    const secret = 'a value that nobody may read';
    // Longer than the 200 ms from which a statement is slow. What is sent in one turn of the event loop goes to one connection.
    const slow = sql`select pg_sleep(0.3), ${secret}::text as told`.execute(db.read);
    const behind = sql`select 1 as behind`.execute(db.read);
    await Promise.all([slow, behind]);
    await db.statement((writer) => sql`select pg_sleep(0.25), ${secret}::text as written`.execute(writer));
    await db.close();
    const named = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      named.map(({ pool, statement, msg }) => [pool, statement, msg]),
      [
        ['readers', 'select pg_sleep(0.3), $1::text as told', 'a statement was slow'],
        ['writers', 'select pg_sleep(0.25), $1::text as written', 'a statement was slow'],
      ],
    );
    assert(named.every(({ ms }) => ms >= 200));
    assert(!lines.join('').includes(secret));
    const text = await metrics.registry.metrics();
    assert.match(text, /callout_db_slow_statements_total\{pool="readers"\} 1\n/);
    assert.match(text, /callout_db_statement_duration_seconds_count\{pool="readers"\} 2\n/);
  });
});
