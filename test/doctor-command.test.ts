import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Fixtures, secret } from '../testing/fixtures.ts';
import { freePort } from '../testing/free-port.ts';
import { runCommand } from '../testing/run-command.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { spawnService } from '../testing/start-service.ts';

const fixtures = await Fixtures.create();
await fixtures.app.listen({ host: '127.0.0.1', port: 0 });
const servicePort = (fixtures.app.server.address() as AddressInfo).port;
const smtp = await startSmtpServer({ auth: { user: 'callout', password: 'mail-secret' } });
const folder = mkdtempSync(join(tmpdir(), 'callout-doctor-'));
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await smtp.stop();
});

async function run(command: 'doctor' | 'psql', env: Record<string, string>, ...args: string[]) {
  const settings = { JWT_SECRET: secret, DATABASE_URL: fixtures.url, DATA_DIR: folder, LOG_LEVEL: 'silent', ...env };
  if (command === 'doctor') {
    const { status, output } = await runCommand([command, ...args], settings);
    return { code: status, output };
  }
  const started = await spawnService({ env: settings, command, args });
  return { code: await started.ended, output: started.output() };
}

/** A proxy that passes requests on, with these headers. @param host its own address, as clients name it */
async function startProxy(
  headersFor: (incoming: IncomingMessage) => Record<string, string>,
  host = '127.0.0.1',
): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const options = { port: servicePort, path: incoming.url ?? '/', headers: { ...incoming.headers, ...headersFor(incoming) } };
    request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }).end();
  }).listen(0, host);
  await once(proxy, 'listening');
  after(() => proxy.close());
  return `http://${host}:${(proxy.address() as AddressInfo).port}`;
}

describe('callout doctor', () => {
  it('checks each part and exits with 0 when all are right', async () => {
    const { code, output } = await run('doctor', {
      PUBLIC_URL: await startProxy(() => ({ 'x-forwarded-for': '203.0.113.9' })),
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(smtp.port),
      SMTP_USER: 'callout',
      SMTP_PASSWORD: 'mail-secret',
    });
    assert.equal(code, 0, output);
    assert.match(output, /^ok {6}database {5}PostgreSQL \d+/m);
    assert.match(output, /^ok {6}storage {6}local files: writes, reads and deletes$/m);
    assert.match(output, /^ok {6}mail {9}127\.0\.0\.1:\d+ takes mails of callout$/m);
    assert.match(output, /^off {5}messenger {4}not configured$/m);
    assert.match(output, /^ok {6}address {6}http:\S+ leads to Callout \S+, which sees this machine as 203\.0\.113\.9$/m);
    assert.deepEqual(smtp.mails(), []);
  });

  it('says of each part that is wrong what to do, and exits with 1', async () => {
    const { code, output } = await run('doctor', {
      PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
      DATABASE_URL: Object.assign(new URL(fixtures.url), { pathname: '/no_such_database' }).href,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(smtp.port),
      SMTP_USER: 'callout',
      SMTP_PASSWORD: 'wrong',
      MESSENGER_BOT_TOKEN: `100:${'x'.repeat(35)}`,
      MESSENGER_API_ROOT: `http://127.0.0.1:${await freePort()}`,
    });
    assert.equal(code, 1);
    assert.match(output, /^FAILED {2}database {5}DATABASE_URL: .*no_such_database/m);
    assert.match(output, /^FAILED {2}mail {9}.*535/m);
    assert.match(output, /^FAILED {2}messenger {4}.*cannot be reached/m);
    assert.match(output, /^FAILED {2}address {6}http:\S+ cannot be reached from here: .*ECONNREFUSED/m);
    assert.match(output, /^off {5}proxy {8}not checked, because the address leads to no Callout\n {21}see address above$/m);
    assert.match(
      output,
      /^off {5}clock {8}not checked, because neither the database nor the address told the time\n {21}see database and address above$/m,
    );
    assert.match(output, /^ok {6}storage/m);
    assert.match(output, /^ {21}see that SMTP_USER and SMTP_PASSWORD are right$/m);
  });

  it('prints JSON with --json: each part with its state, and what to do about what failed', async () => {
    const { code, output } = await run('doctor', {}, '--json');
    const { ok, checks } = JSON.parse(output);
    assert.deepEqual([code, ok], [1, false]);
    const names = ['database', 'settings', 'disk', 'storage', 'mail', 'messenger', 'address', 'proxy', 'certificates', 'clock'];
    assert.deepEqual(
      checks.map(({ name }: { name: string }) => name),
      names,
    );
    const failed = checks.filter(({ state }: { state: string }) => state === 'failed');
    assert.deepEqual(
      failed.map(({ name }: { name: string }) => name),
      ['address'],
    );
    assert.match(failed[0].remedy, /^set PUBLIC_URL to /);
  });

  it('says which certificate cannot be read, and why', async () => {
    const server = `127.0.0.1:${await freePort()}`;
    const { output } = await run('doctor', { PUBLIC_URL: `https://${server}` });
    const reason = `that of ${server} cannot be read from here: connect ECONNREFUSED ${server}`;
    assert.match(output, new RegExp(`^FAILED {2}certificates {0,1}${reason}\\n {21}see that the network lets`, 'm'));
  });

  it('says which right the key of a bucket lacks', async () => {
    const bucket = createServer((incoming, response) => {
      incoming.resume();
      if (incoming.method !== 'PUT') return response.writeHead(204).end();
      response.writeHead(403, { 'content-type': 'application/xml' });
      return response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
    }).listen(0, '127.0.0.1');
    await once(bucket, 'listening');
    after(() => bucket.close());
    const { output } = await run('doctor', {
      S3_BUCKET: 'photos',
      S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: 'true',
    });
    assert.match(
      output,
      /^FAILED {2}storage {6}cannot write a photo: .*\n {21}give the key of the bucket s3:PutObject for photos\/\*$/m,
    );
  });

  const [own] = Object.values(networkInterfaces()).flatMap(
    (found) => found?.filter(({ internal, family }) => !internal && family === 'IPv4') ?? [],
  );

  it('says when a proxy hides its clients, and when it lets them choose their address', {
    skip: !own && 'no network',
  }, async () => {
    const host = own?.address ?? '';
    const hiding = await run('doctor', { PUBLIC_URL: await startProxy(() => ({}), host) });
    assert.match(hiding.output, /^FAILED {2}proxy {8}the service sees the address of the proxy as that of everybody/m);
    const append = ({ headers, socket }: IncomingMessage) => ({
      'x-forwarded-for': [headers['x-forwarded-for'] ?? [], socket.remoteAddress].flat().join(', '),
    });
    const appending = await run('doctor', { PUBLIC_URL: await startProxy(append, host) });
    assert.match(appending.output, /^FAILED {2}proxy {8}clients can choose the address/m);
    const overwrite = ({ socket }: IncomingMessage) => ({ 'x-forwarded-for': String(socket.remoteAddress) });
    const right = await run('doctor', { PUBLIC_URL: await startProxy(overwrite, host) });
    assert.match(right.output, /^ok {6}proxy {8}passes on what the service needs, and takes no address from clients$/m);
  });

  it('says that links lead nowhere without PUBLIC_URL, and when something else answers there', async () => {
    assert.match((await run('doctor', {})).output, /^FAILED {2}address {6}PUBLIC_URL is not set/m);
    const other = createServer((_, response) => response.end('{"version":"1"}')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    after(() => other.close());
    const PUBLIC_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    assert.match(
      (await run('doctor', { PUBLIC_URL })).output,
      /^FAILED {2}address {6}\S+ answers 200, but not as Callout does$/m,
    );
  });
});

describe('callout psql', () => {
  it('runs psql on the database of the service with its arguments', async () => {
    const bin = mkdtempSync(join(folder, 'bin-'));
    writeFileSync(join(bin, 'psql'), '#!/bin/sh\necho "$@"\n');
    chmodSync(join(bin, 'psql'), 0o755);
    const PATH = `${bin}${delimiter}${process.env['PATH']}`;
    const { code, output } = await run('psql', { PATH }, '--', '-c', 'select 1');
    assert.deepEqual([code, output.trim()], [0, `-d ${fixtures.url} -c select 1`]);
  });

  it('prints the address, without its password, where psql is not installed', async () => {
    const address = new URL(fixtures.url);
    address.password = 'database-secret';
    const { code, output } = await run('psql', { PATH: folder, DATABASE_URL: address.href });
    assert.equal(code, 0, output);
    address.password = '';
    assert.equal(output.trim(), address.href);
  });
});
