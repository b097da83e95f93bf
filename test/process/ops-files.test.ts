import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { loadConfig } from '../../src/platform/config/config.ts';
import { shutdownTimeoutMs } from '../../src/platform/http/graceful-shutdown.ts';
import { maxReportPhotos } from '../../src/product/intake/portal/schemas.ts';
import { send, startService, stopService } from '../../testing/start-service.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

// The examples under ops/, read by the programs that they are for. nginx runs with its one in proxy.test.ts.

const root = join(import.meta.dirname, '..', '..');
const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: root, encoding: 'utf8' });
const missing = (program: string): string | false =>
  run(program, '--version').error ? `${program} is not installed here` : false;

const units = ['ops/callout.service', 'ops/callout@.service'];
const backupUnits = ['ops/callout-backup.service', 'ops/callout-backup.timer'];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

for (const unit of units) {
  it(`systemd-analyze accepts ${unit}`, { skip: missing('systemd-analyze') }, () => {
    // It looks for the program, which stands here for the installed one.
    const folder = mkdtempSync(join(tmpdir(), 'callout-units-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const copy = join(folder, basename(unit));
    writeFileSync(copy, read(unit).replaceAll('/opt/callout/bin/callout', join(root, 'bin', 'callout')));
    const { status, stderr } = run('systemd-analyze', 'verify', copy);
    // It reads whatever else is installed here as well, and may complain of that.
    assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('callout'))], [0, []]);
  });

  it(`${unit} listens on loopback, so that nobody gets around the proxy`, () => {
    assert.match(read(unit), /^Environment=.*\bHOST=127\.0\.0\.1$/m);
  });

  it(`${unit} starts the installed package`, () => {
    const [, command] = /^ExecStart=(?:\/usr\/bin\/env PORT=%i )?(.*)$/m.exec(read(unit)) ?? [];
    assert.equal(command, '/opt/callout/bin/callout serve');
  });
}

it('systemd-analyze accepts the service and the timer of backups', { skip: missing('systemd-analyze') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'callout-units-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const unit of backupUnits) writeFileSync(join(folder, basename(unit)), read(unit));
  const { status, stderr } = run('systemd-analyze', 'verify', ...backupUnits.map((unit) => join(folder, basename(unit))));
  assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('callout'))], [0, []]);
});

it('both systemd units have the same sandbox and the same stop timeout', () => {
  const settings = units.map((unit) => read(unit).match(/^(?!ExecStart|Description)\w+=.*$/gm));
  assert((settings[0]?.length ?? 0) > 30);
  assert.deepEqual(settings[1], settings[0]);
});

it('systemd and compose files wait longer than the service needs to stop', () => {
  for (const file of [...units, 'compose.yaml', 'compose.scaled.yaml']) {
    const [, seconds] = /(?:TimeoutStopSec=|stop_grace_period: )(\d+)/.exec(read(file)) ?? [];
    assert(Number(seconds) * 1_000 > shutdownTimeoutMs, file);
  }
});

it('the proxies take a report with as many photos of the largest size as the service takes', () => {
  const { photoMaxBytes } = loadConfig({ JWT_SECRET: 'x'.repeat(32) });
  const needed = maxReportPhotos * photoMaxBytes + 64 * 1024;
  for (const [file, pattern, unit] of [
    ['ops/nginx.conf', /client_max_body_size (\d+)m;/, 1024 * 1024],
    ['deploy/nginx.conf', /client_max_body_size (\d+)m;/, 1024 * 1024],
    ['ops/Caddyfile', /max_size (\d+)MB/, 1_000_000],
  ] as const) {
    assert(Number(pattern.exec(read(file))?.[1]) * unit >= needed, file);
  }
});

it('the health check of the image asks the address on which the service listens', async () => {
  const [, command = ''] = /^HEALTHCHECK .*? CMD (.*)$/m.exec(read('Dockerfile')) ?? [];
  const [, , ...args]: string[] = JSON.parse(command);
  for (const HOST of ['', '0.0.0.0', '127.0.0.1', '127.0.0.2', 'localhost', '::', '::1', '[::1]']) {
    const address = HOST.replaceAll(/[[\]]/g, '') || '0.0.0.0';
    let status = 200;
    const server = createServer((_request, response) => void response.writeHead(status).end());
    const listening = once(server.listen(0, address), 'listening').catch((error: NodeJS.ErrnoException) => error);
    const failure = await listening;
    if (failure instanceof Error) {
      assert.match(String(failure.code), /EADDRNOTAVAIL|EAFNOSUPPORT/); // a machine without IPv6
      continue;
    }
    const PORT = String((server.address() as AddressInfo).port);
    const check = async (env: Record<string, string>): Promise<number> => {
      const [code] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
      return code;
    };
    assert.equal(await check({ PORT, HOST }), 0, HOST);
    status = 503;
    assert.equal(await check({ PORT, HOST }), 1, HOST);
    server.close();
    server.closeAllConnections();
  }
});

it('Caddy accepts ops/Caddyfile', { skip: missing('caddy') }, () => {
  const { status, stderr } = run('caddy', 'validate', '--adapter', 'caddyfile', '--config', 'ops/Caddyfile');
  assert.equal(status, 0, stderr);
});

it('Prometheus accepts the alert rules', { skip: missing('promtool') }, () => {
  const { status, stderr } = run('promtool', 'check', 'rules', 'ops/prometheus/callout.yml');
  assert.equal(status, 0, stderr);
});

describe('the dashboard and the alerts', async () => {
  // The dashboard and the alerts ask for what /metrics has, by names and labels that exist.

  const database = await cloneDatabase();
  const service = await startService({ env: { DATABASE_URL: database.url } });
  after(async () => {
    await stopService(service);
    await database.drop();
  });
  await send(`${service.url}/nope`, 'GET');
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const dashboard = JSON.parse(read('ops/grafana/callout.json'));
  const expressions: string[] = dashboard.panels
    .flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr))
    .concat(dashboard.templating.list.map(({ definition = '' }) => definition));
  const rules = read('ops/prometheus/callout.yml');

  /** Names that a scrape knows, histograms by what Prometheus makes of them. */
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const namesIn = (query: string) => query.match(/\b(callout|process|nodejs)_\w+/g) ?? [];

  it('each metric in the dashboard and the alerts exists in /metrics', () => {
    const named = new Set([...expressions, rules].flatMap(namesIn));
    assert(named.size > 15, [...named].join(' '));
    assert.deepEqual(
      [...named].filter((name) => !known.has(name)),
      [],
    );
  });

  it('names of metrics follow the rules of Prometheus: base units, _total for counters alone, no type and no colon', () => {
    const types = [...text.matchAll(/^# TYPE (callout_\w+) (\w+)$/gm)];
    assert(types.length > 25);
    const units =
      /_(milliseconds|minutes|hours|days|kilobytes|megabytes|kb|mb|ms|percent|count|sum|bucket|gauge|counter|histogram)(_|$)/;
    const wrong = types.filter(
      ([, name = '', type]) => units.test(name) || (type === 'counter') !== name.endsWith('_total') || !/^[a-z_]+$/.test(name),
    );
    assert.deepEqual(
      wrong.map(([, name]) => name),
      [],
    );
    const described = new Set([...text.matchAll(/^# HELP (\w+) \S/gm)].map(([, name]) => name));
    assert.deepEqual(
      types.filter(([, name]) => !described.has(name ?? '')).map(([, name]) => name),
      [],
    );
  });

  it('promtool accepts the metrics of the service', { skip: missing('promtool') }, () => {
    const own = text.split('\n').filter((line) => /^(# \w+ )?callout_/.test(line));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: `${own.join('\n')}\n`,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  });

  it('each label in queries of the dashboard and the alerts exists on its metric or is added by Prometheus', () => {
    const added = ['job', 'instance', 'le'];
    const source = ['src/platform/metrics/metrics.ts', 'src/platform/system/gauges.ts'].map(read).join('');
    const labels = new Set([...added, ...[...source.matchAll(/\['[\w', ]+\]/g)].flatMap(([list]) => list.match(/\w+/g) ?? [])]);
    const queries = [...expressions, ...rules.split('\n').filter((line) => !/^\s*(#|-|summary|description)/.test(line))];
    const asked = queries.flatMap((query) => [
      ...[...query.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(', ')),
      ...[...query.matchAll(/[{,]\s*(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label),
    ]);
    assert(asked.length > 50);
    assert.deepEqual(
      asked.filter((label) => !labels.has(label)),
      [],
    );
  });
});
