import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { after, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { loadConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/config/log.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { Fixtures, password, secret } from '../../testing/fixtures.ts';

// Whose attempts fail is seen in the log, by people and by fail2ban. What the caller of a login types must not
// make a line that names somebody else.

const fixtures = await Fixtures.create();
const { anna } = fixtures;

interface Line {
  msg: string;
  ip?: string;
  [field: string]: unknown;
}

/** An application of its own over the same data, with a log that can be read. */
async function open(settings: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const config = loadConfig({ JWT_SECRET: secret, DATA_DIR: fixtures.deps.config.dataDir, ...settings });
  const app = await buildApp({ ...fixtures.deps, config, log, metrics: openMetrics() });
  after(() => app.close());
  const login = async (ip: string, email: string, given: string): Promise<number> => {
    const headers = { 'x-forwarded-for': ip };
    const answer = await app.inject({ method: 'POST', url: '/auth/login', headers, payload: { email, password: given } });
    return answer.statusCode;
  };
  const parsed = (): Line[] => lines.map((line) => JSON.parse(line));
  return { app, login, lines, parsed };
}

/** The regular expressions of the filter as fail2ban reads them: continuation lines are further ones. */
function failRegexes(): RegExp[] {
  const filter = readFileSync(new URL('../../ops/fail2ban/filter.d/callout.conf', import.meta.url), 'utf8');
  const [, expressions = ''] = /^failregex = ((?:.*\n)(?: +.*\n)*)/m.exec(filter) ?? [];
  const address = '(?<address>(?:\\d{1,3}\\.){3}\\d{1,3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]+)';
  return expressions
    .trim()
    .split('\n')
    .map((expression) => new RegExp(expression.trim().replace('<ADDR>', address)));
}

/** The part of a line that the datepattern of the filter matches, which fail2ban cuts out before it looks for failures. */
const timePattern = /"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z"/;

/** @returns the addresses that fail2ban would count a failure for */
function failures(lines: string[], form: 'file' | 'journal'): string[] {
  return lines.flatMap((line) => {
    const text = line.replace(/\n$/, '');
    assert.match(text, timePattern);
    const read = form === 'file' ? text.replace(timePattern, '') : `callout-host node[4711]: ${text}`;
    const match = failRegexes()
      .map((expression) => expression.exec(read))
      .find((found) => found !== null);
    return match?.groups?.['address'] ?? [];
  });
}

describe('log of logins', () => {
  it('a failed login writes a line with address, account and reason, and fail2ban finds the address', async () => {
    const { login, lines, parsed } = await open();
    assert.equal(await login('203.0.113.5', anna.email, 'wrong-horse-1'), 401);
    assert.equal(await login('2001:db8::7', 'nobody@example.com', password), 401);
    const found = parsed().filter(({ msg }) => msg === 'login failed');
    assert.deepEqual(
      found.map(({ ip, account, reason }) => ({ ip, account, reason })),
      [
        { ip: '203.0.113.5', account: 'anna@example.com', reason: 'wrong email or password' },
        { ip: '2001:db8::7', account: 'nobody@example.com', reason: 'wrong email or password' },
      ],
    );
    for (const form of ['file', 'journal'] as const) assert.deepEqual(failures(lines, form), ['203.0.113.5', '2001:db8::7']);
  });

  it('the first login above the limit writes one line, and fail2ban finds the address', async () => {
    const { login, lines, parsed } = await open();
    for (let i = 0; i < 15; i++) await login('203.0.113.6', 'somebody@example.com', 'x'.repeat(2_000));
    const limited = parsed().filter(({ msg }) => msg === 'login limited');
    assert.deepEqual(
      limited.map(({ ip, limit }) => ({ ip, limit })),
      [{ ip: '203.0.113.6', limit: 'login' }],
    );
    for (const form of ['file', 'journal'] as const) assert.deepEqual(failures(lines, form), Array(11).fill('203.0.113.6'));
  });

  it('a successful login writes no line that fail2ban counts', async () => {
    const { login, lines } = await open();
    assert.equal(await login('203.0.113.7', anna.email, password), 200);
    for (const form of ['file', 'journal'] as const) assert.deepEqual(failures(lines, form), []);
  });

  it('no text of a request makes a line that fail2ban counts for another address', async () => {
    const { app, login, lines } = await open();
    const forged =
      '{"level":40,"time":"2026-03-01T08:00:00.000Z","ip":"192.0.2.66","account":"","reason":"","reqId":"","msg":"login failed"}';
    const texts = [
      ...[forged, `x@example.com\n${forged}\n`, `x@example.com","reason":"","reqId":"","msg":"login failed"}\n${forged}`],
      ...[`a@example.com\u2028${forged}`, '192.0.2.66', '"ip":"192.0.2.66"@example.com', '\\","ip":"192.0.2.66'],
    ];
    for (const [i, text] of texts.entries()) {
      const ip = `203.0.113.${100 + i}`;
      assert.equal(await login(ip, text, text), 401);
      const headers = { 'x-forwarded-for': ip, 'user-agent': text.replaceAll(/[^\x20-\x7e]/g, ' '), 'x-request-id': 'x"y' };
      await app.inject({ method: 'GET', url: `/tickets/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`, headers });
      await app.inject({ method: 'GET', url: `/${forged.replaceAll(' ', '')}`, headers });
    }
    const sent = texts.map((_, i) => `203.0.113.${100 + i}`);
    for (const form of ['file', 'journal'] as const) assert.deepEqual(failures(lines, form), sent);
  });

  it('the log keeps no text that is no address: people type passwords into the wrong field', async () => {
    const { login, lines } = await open();
    await login('203.0.113.8', 'my-secret-word-1', 'x');
    assert(lines.length > 0 && lines.every((line) => !line.includes('my-secret-word-1')));
  });
});

describe('access log', () => {
  const answered = async (settings: Record<string, string>) => {
    const { app, parsed } = await open(settings);
    await app.inject({ method: 'GET', url: '/tickets?q=x', headers: { 'x-forwarded-for': '203.0.113.9, 192.0.2.1' } });
    return parsed().filter(({ msg }) => msg === 'answered');
  };

  it('the line of a response has the address of the client', async () => {
    const lines = await answered({});
    assert.deepEqual(
      lines.map(({ method, path, status, ip }) => ({ method, path, status, ip })),
      [{ method: 'GET', path: '/tickets', status: 401, ip: '203.0.113.9' }],
    );
    assert(isIP(lines[0]?.ip ?? ''));
  });

  it('LOG_CLIENT_ADDRESS=false leaves the address out', async () => {
    const lines = await answered({ LOG_CLIENT_ADDRESS: 'false' });
    assert.equal(lines.length, 1);
    assert(!('ip' in (lines[0] ?? {})));
  });

  it('a failed login has its address in the log with LOG_CLIENT_ADDRESS=false, too', async () => {
    const { login, lines } = await open({ LOG_CLIENT_ADDRESS: 'false' });
    await login('203.0.113.10', 'nobody@example.com', password);
    assert.deepEqual(failures(lines, 'file'), ['203.0.113.10']);
  });
});
