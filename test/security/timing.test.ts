import assert from 'node:assert/strict';
import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { startSmtpServer } from '../../testing/smtp-server.ts';

// Note Mark (CVE-2026-40263) answered in 2.7 ms for unknown and 61.6 ms for known addresses,
// Directus (CVE-2026-26185) in half a second more, RT (CVE-2021-38562) hashed for known ones only.
// Time is not measured here, but what takes it: the statements and the hashes of a request, which
// must be the same whether there is an account or not.

const hashes: string[] = [];
const statements: string[] = [];

// Below all code of ours, and before any of it is loaded, so that nothing is done unseen.
const { argon2 } = crypto;
crypto.argon2 = (algorithm: Argon2Algorithm, parameters: Argon2Parameters, done: Parameters<typeof argon2>[2]) => {
  hashes.push(`${algorithm} ${parameters.memory} KiB, ${parameters.passes} passes`);
  argon2(algorithm, parameters, done);
};
syncBuiltinESMExports();
const query = pg.Client.prototype.query;
pg.Client.prototype.query = new Proxy(query, {
  apply(target, client, args: [string | { text: string }]) {
    const [statement] = args;
    statements.push(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(target, client, args);
  },
});
const { hashPassword, verifyDummy } = await import('../../src/platform/security/passwords.ts');
const { password, Fixtures } = await import('../../testing/fixtures.ts');
const { anonymousClient } = await import('./anonymous-client.ts');

const smtp = await startSmtpServer();
after(() => smtp.stop());
const fixtures = await Fixtures.create({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
const { login, forgot, reset } = anonymousClient(fixtures);
const wrong = 'wrong-horse-1';

/** An account as the service makes it, with a hash at its real cost. */
async function account(name: string, changes: object = {}): Promise<string> {
  const { id, email } = await fixtures.createUser(name, 'worker', changes);
  const password_hash = await hashPassword(password);
  await fixtures.transaction((tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute());
  return email;
}
const known = await account('known');
const addresses = {
  known,
  'in capitals': known.toUpperCase(),
  disabled: await account('idle', { is_active: false }),
  unconfirmed: await account('fresh', { confirmed_at: null }),
  unknown: 'nobody@example.com',
  'of another shape': 'nobody-who-has-a-very-long-address-indeed@an.other.example.com',
};

/** What one request does, in its order. */
async function workOf(request: () => Promise<{ status: number; body: unknown; headers: Record<string, unknown> }>) {
  hashes.length = 0;
  statements.length = 0;
  const { status, body, headers } = await request();
  const { date: _, 'x-request-id': __, ...told } = headers;
  const asked = statements.filter((text) => !text.startsWith('set TimeZone')); // sent by a new connection
  return { status, body, told, hashes: [...hashes], statements: asked };
}

describe('POST /auth/login with a wrong password', () => {
  it('verifyDummy computes one password hash at the production cost from its first call', async () => {
    hashes.length = 0;
    assert.equal(await verifyDummy(wrong), false);
    assert.deepEqual(hashes, ['argon2id 19456 KiB, 2 passes']);
  });

  it('POST /auth/login does the same work and returns the same response for every kind of account and for none', async () => {
    const works = [];
    for (const email of Object.values(addresses)) works.push(await workOf(() => login(email, wrong)));
    const [first] = works;
    assert(first);
    assert.equal(first.status, 401);
    assert.deepEqual(first.hashes, ['argon2id 19456 KiB, 2 passes']);
    assert(first.statements.length >= 2, 'the counter and the account were seen');
    for (const [i, work] of works.entries()) assert.deepEqual(work, first, `address ${i}`);
  });
});

describe('POST /auth/forgot-password', () => {
  it('POST /auth/forgot-password does the same work and returns the same response for every kind of account and for none', async () => {
    await forgot('warm@example.com');
    const works = [];
    for (const email of Object.values(addresses)) works.push(await workOf(() => forgot(email)));
    const [first] = works;
    assert(first);
    assert.deepEqual([first.status, first.body, first.hashes], [200, { ok: true }, []]);
    assert(first.statements.length >= 4, 'the counters and the queue were seen');
    for (const [i, work] of works.entries()) assert.deepEqual(work, first, `address ${i}`);
    assert.equal(
      (await fixtures.pendingDeliveries('mails')).length,
      works.length + 1,
      'whether there is an account is found out later',
    );
    await fixtures.clearDeliveries();
  });

  it('POST /auth/forgot-password above its limit does the same work for known and unknown addresses', async () => {
    const works = [];
    // Nobody has asked for either before: from the second refusal on, refusals come from memory.
    const { email: fresh } = await fixtures.createUser('asked', 'client');
    for (const email of ['often@example.com', fresh]) {
      for (let i = 0; i < 3; i++) await forgot(email);
      works.push(await workOf(() => forgot(email)));
    }
    assert.equal(works[0]?.status, 429);
    assert.deepEqual(works[1], works[0]);
    await fixtures.clearDeliveries();
  });
});

it('POST /auth/reset-password with an invalid token computes no hash and does not reveal the reason', async () => {
  const { id } = await fixtures.createUser('resetting', 'worker');
  const { body } = await fixtures.call(fixtures.root, 'POST', `/users/${id}/password-reset`);
  const used = body.token;
  assert.equal((await reset(used, 'long-enough-1')).status, 200);
  const works = [await workOf(() => reset(used, 'long-enough-1')), await workOf(() => reset('unknown', 'long-enough-1'))];
  assert.deepEqual(works[0], works[1]);
  assert.deepEqual([works[0]?.status, works[0]?.hashes], [400, []]);
});
