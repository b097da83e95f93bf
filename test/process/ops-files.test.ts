import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, it } from 'node:test';
import { shutdownTimeoutMs } from '../../src/platform/http/graceful-shutdown.ts';

// The examples under ops/, read by the programs that they are for. nginx runs with its one in proxy.test.ts.

const root = join(import.meta.dirname, '..', '..');
const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: root, encoding: 'utf8' });
const missing = (program: string): string | false =>
  run(program, '--version').error ? `${program} is not installed here` : false;

const units = ['ops/callout.service', 'ops/callout@.service'];
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
