import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';
import { runCommand } from '../testing/run-command.ts';

const fixtures = await Fixtures.create();
const { root, wanda } = fixtures;
// The command has the clock of the machine.
fixtures.now = new Date();

async function adminCommand(...args: string[]) {
  const { status, output } = await runCommand(['admin', ...args], {
    DATABASE_URL: fixtures.url,
    JWT_SECRET: 'not of the service',
  });
  return { code: status, output };
}

const printedPassword = (output: string): string => /^password: (\S+)$/m.exec(output)?.[1] ?? '';
const login = (email: string, given: string) => fixtures.call(undefined, 'POST', '/auth/login', { email, password: given });

async function requireOneTimeCode(who: TestUser): Promise<void> {
  const { body } = await fixtures.call(who, 'POST', '/ext/mfa/totp', { password });
  const code = TOTP.generate({ secret: Secret.fromBase32(body.secret), timestamp: fixtures.now.getTime() });
  assert.equal((await fixtures.call(who, 'POST', '/ext/mfa/totp/confirm', { code })).status, 200);
}

describe('callout admin', () => {
  it('callout admin lists the admins', async () => {
    const { code, output } = await adminCommand();
    assert.deepEqual([code, output.trim()], [0, `${root.email} (${root.name})`]);
  });

  it('callout admin --reset-password sets a new password, enables the account and ends its sessions', async () => {
    const lost = await fixtures.createUser('lost', 'admin', { is_active: false });
    const { code, output } = await adminCommand('--reset-password', lost.email.toUpperCase());
    assert.equal(code, 0, output);
    assert.equal((await login(lost.email, password)).status, 401);
    assert.equal((await login(lost.email, printedPassword(output))).status, 200);
    for (const event of ['password_set', 'user_enabled']) {
      const { body } = await fixtures.call(root, 'GET', `/ext/audit?subject_id=${lost.id}&event=${event}`);
      assert.deepEqual([body.total, body.items[0].actor_id, body.items[0].detail], [1, '', { by: 'callout admin' }], event);
    }
  });

  it('callout admin --reset-password lets the admin sign in with the password alone', async () => {
    const locked = await fixtures.createUser('locked', 'admin');
    await openSession(fixtures, locked);
    await requireOneTimeCode(locked);
    assert.equal((await login(locked.email, password)).status, 401);
    const { output } = await adminCommand('--reset-password', locked.email);
    assert.match(output, /^no longer asked for: one-time code$/m);
    assert.equal((await login(locked.email, printedPassword(output))).status, 200);
  });

  it('callout admin --create adds an admin who can sign in', async () => {
    const { code, output } = await adminCommand('--create', 'second@example.com');
    assert.equal(code, 0, output);
    const signedIn = await login('second@example.com', printedPassword(output));
    assert.deepEqual([signedIn.status, signedIn.body.user.role], [200, 'admin']);
    const again = await adminCommand('--create', 'second@example.com');
    assert.deepEqual([again.code, again.output.trim()], [1, 'callout: there is an account second@example.com']);
  });

  it('callout admin refuses addresses of nobody and of other roles', async () => {
    assert.match(
      (await adminCommand('--reset-password', 'nobody@example.com')).output,
      /^callout: there is no account nobody@example\.com: /,
    );
    const worker = await adminCommand('--reset-password', wanda.email);
    assert.deepEqual([worker.code, worker.output.includes('is the account of a worker')], [1, true]);
    assert.equal((await login(wanda.email, password)).status, 200);
  });
});
