import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import { freePort } from '../../testing/free-port.ts';
import { send, signIn, spawnService, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

const database = await createEmptyDatabase();
after(() => database.drop());
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'first-admin-1' };

async function failing(env: Record<string, string>): Promise<{ code: number | string; lines: string[] }> {
  const service = await spawnService({ env: { LOG_LEVEL: 'silent', ...env } });
  const code = await service.ended;
  return { code, lines: service.output().trim().split('\n') };
}

describe('npm run serve', () => {
  it('npm run serve names a missing or unreadable setting in one line and exits', async () => {
    for (const [env, name] of [
      [{ DATABASE_URL: database.url }, /JWT_SECRET/],
      [{ JWT_SECRET: 'x', PORT: 'eighty' }, /PORT/],
      [{ JWT_SECRET: 'x', SWAGGER: 'maybe' }, /SWAGGER/],
    ] as const) {
      const { code, lines } = await failing(env);
      assert.notEqual(code, 0);
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0] ?? '', name);
    }
  });

  it('npm run serve reports a database that does not respond and exits', async () => {
    const closed = await failing({
      JWT_SECRET: 'x',
      DATABASE_URL: `postgres://callout@127.0.0.1:${await freePort()}/callout`,
      DATABASE_START_TIMEOUT: '1s',
    });
    assert.notEqual(closed.code, 0);
    assert.match(closed.lines.join('\n'), /^callout: DATABASE_URL: .*ECONNREFUSED/);
    const missing = new URL(database.url);
    missing.pathname += '_missing';
    const unknown = await failing({ JWT_SECRET: 'x', DATABASE_URL: missing.href });
    assert.notEqual(unknown.code, 0);
    assert.match(unknown.lines.join('\n'), /^callout: DATABASE_URL: .*does not exist/);
  });

  it('npm run serve reports a port that is in use and exits', async () => {
    const first = await startService({ env: { DATABASE_URL: database.url } });
    const settings = { JWT_SECRET: 'x', DATABASE_URL: database.url, LOG_LEVEL: 'info' };
    const second = await failing({ ...settings, PORT: new URL(first.url).port });
    assert.notEqual(second.code, 0);
    assert.match(second.lines.join('\n'), /EADDRINUSE/);
    assert.doesNotMatch(second.lines.join('\n'), /rules were evaluated|were removed/, 'no job has run');
    assert.equal(await stopService(first), 0);
  });

  it('npm run serve reports a HOST that is no address of the machine and exits', async () => {
    for (const HOST of ['203.0.113.9', 'nowhere.invalid']) {
      const { code, lines } = await failing({ JWT_SECRET: 'x', DATABASE_URL: database.url, HOST });
      assert.equal(code, 1, lines.join('\n'));
      assert(lines.some((line) => line.startsWith('callout: HOST: ')), lines.join('\n'));
    }
  });

  it('npm run serve warns of a short JWT_SECRET, creates the first admin once, and stops on SIGTERM and SIGINT', async () => {
    const first = await startService({ env: { DATABASE_URL: database.url, JWT_SECRET: 'short', ...admin } });
    assert.match(first.output(), /"level":40[^\n]*JWT_SECRET is shorter than 32/);
    await signIn(first.url, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
    assert.equal(await stopService(first, 'SIGTERM'), 0);
    const second = await startService({ env: { DATABASE_URL: database.url, ...admin, ADMIN_PASSWORD: 'changed-later-2' } });
    assert.doesNotMatch(second.output(), /JWT_SECRET/);
    await signIn(second.url, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD); // a later start never changes it
    assert.equal(await stopService(second, 'SIGINT'), 0);
  });

  it('npm run serve writes no passwords and tokens to its log', async () => {
    const service = await startService({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'trace' } });
    const token = await signIn(service.url, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
    await send(`${service.url}/auth/me?token=${token}`, 'GET', token);
    await send(`${service.url}/auth/login`, 'POST', undefined, `{"password":"${admin.ADMIN_PASSWORD}`);
    await stopService(service);
    for (const word of [token, admin.ADMIN_PASSWORD, 'eyJ']) assert(!service.output().includes(word), word);
    assert.match(service.output(), /"path":"\/auth\/me","status":200/);
  });
});

describe('unavailable photo storage', () => {
  it('npm run serve reports an unavailable photo storage at the start and serves requests', async () => {
    const env = {
      DATABASE_URL: database.url,
      S3_BUCKET: 'photos',
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'y',
    };
    const service = await startService({ env });
    assert.match(service.output(), /the photo storage cannot be reached/);
    assert.equal(await stopService(service), 0);
  });
});

describe('raw HTTP requests', async () => {
  const service = await startService({ env: { DATABASE_URL: database.url } });
  after(() => stopService(service));
  const { port } = new URL(service.url);

  /** What comes back for these bytes until the server closes. */
  function raw(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      socket.setTimeout(10_000, () => socket.destroy());
      socket.on('data', (chunk) => (answer += chunk));
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
    });
  }
  const envelope = (answer: string, status: number) => {
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), answer);
    const [, body = ''] = answer.split('\r\n\r\n');
    assert.deepEqual(Object.keys(JSON.parse(body)), ['error'], answer);
  };

  it('malformed requests and overlong headers return the error envelope', async () => {
    envelope(await raw('NONSENSE\r\n\r\n'), 400);
    envelope(await raw('GET /ping HTTP/1.1\r\nbad header\r\n\r\n'), 400);
    envelope(await raw(`GET /ping HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`), 431);
  });

  it('an error response to HEAD has no body', async () => {
    const answer = await raw(`HEAD /ping HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`);
    assert(answer.startsWith('HTTP/1.1 431 ') && answer.endsWith('\r\n\r\n'), answer);
  });

  it('requests without Host or with an unknown Expect header return 200', async () => {
    assert.match(await raw('GET /ping HTTP/1.1\r\nconnection: close\r\n\r\n'), /^HTTP\/1.1 200 .*pong/s);
    assert.match(
      await raw('GET /ping HTTP/1.1\r\nhost: x\r\nexpect: tea\r\nconnection: close\r\n\r\n'),
      /^HTTP\/1.1 200 .*pong/s,
    );
  });

  it('a pipelined response is sent before the error response to the malformed request after it', async () => {
    const answer = await raw('GET /ping HTTP/1.1\r\nhost: x\r\n\r\nGET /nope HTTP/1.1\r\nhost: x\r\n\r\nGARBAGE\r\n\r\n');
    assert.deepEqual(
      [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '404', '400'],
      answer,
    );
  });

  it('CONNECT returns 404 with the error envelope', async () => {
    envelope(await raw('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n'), 404);
  });

  it('a Content-Length above the limit returns 400 before the body is sent', async () => {
    envelope(await raw('POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 70000\r\nconnection: close\r\n\r\n'), 400);
  });

  /** Sends a beginning and waits for what the server makes of it. */
  const stalled = (beginning: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(beginning));
      socket.on('data', (chunk) => (text += chunk));
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
    });

  it('incomplete headers return 408 after 10 s and stalled bodies after 60 s', {
    timeout: 80_000,
  }, async () => {
    const [headers, body] = await Promise.all([
      stalled('GET /ping HTTP/1.1\r\nhost: x\r\n'),
      stalled('POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{'),
    ]);
    envelope(headers, 408);
    envelope(body, 408);
  });
});
