import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword, verifyPassword } from '../../src/platform/security/passwords.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { anonymousClient } from './anonymous-client.ts';

// bcrypt looks at 72 BYTES: at Okta (2024) a long user name before the password was all that was
// compared. The policy says 72 CHARACTERS, which can be 288 bytes. Here every one of them counts,
// and none ends the text as a NUL ends one in C.

const fixtures = await Fixtures.create();
const { root } = fixtures;
const { login, reset, post } = anonymousClient(fixtures);
const issue = async (id: string) => (await fixtures.call(root, 'POST', `/users/${id}/password-reset`)).body.token;

describe('passwords of 72 characters', () => {
  for (const [script, letter, bytes] of [
    ['Latin', 'x', 72],
    ['emoji', '🔧', 286],
  ] as const) {
    it(`all 72 characters of a password in ${script} (about ${bytes} bytes) are significant, however it was set`, async () => {
      const first = `a1${letter.repeat(70)}`;
      const changed = (place: number) => [...first].map((c, i) => (i === place ? 'Z' : c)).join('');
      const email = `${script}@example.com`;
      const made = await fixtures.call(root, 'POST', '/users', { email, name: script, password: first, role: 'worker' });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const id = made.body.id;
      const counts = async () => {
        assert.equal((await login(email, first)).status, 200);
        for (const place of [71, 70, 36, 18]) assert.equal((await login(email, changed(place))).status, 401, `letter ${place}`);
        for (const other of [first.slice(0, -letter.length), `${first}${letter}`, `${first} `, ` ${first}`])
          assert.equal((await login(email, other)).status, 401);
      };
      await counts();
      assert.equal((await reset(await issue(id), first)).status, 200);
      await counts();
      assert.equal((await fixtures.call(root, 'POST', `/users/${id}/password-set`, { password: first })).status, 200);
      await counts();
    });
  }

  it('a password of 73 characters returns 400 in every operation and is not truncated', async () => {
    const password = `a1${'ж'.repeat(71)}`;
    const who = await fixtures.createUser('wide', 'worker');
    const body = { email: 'wider@example.com', name: 'Wide', password, role: 'worker' };
    assert.equal((await fixtures.call(root, 'POST', '/users', body)).status, 400);
    assert.equal((await fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password })).status, 400);
    assert.equal((await reset(await issue(who.id), password)).status, 400);
  });
});

describe('comparison of passwords', () => {
  it('a password with a NUL character returns 400, also at login', async () => {
    const who = await fixtures.createUser('nul', 'worker');
    const password = 'correct-horse-1';
    for (const text of [`${password}\0`, `${password}\0tail`, `\0${password}`]) {
      assert.equal((await login(who.email, text)).status, 400);
      assert.equal((await fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: text })).status, 400);
    }
    assert.equal((await login(who.email, password)).status, 200);
  });

  it('a password is hashed without the e-mail address', async () => {
    const long = `${'a'.repeat(60)}@example.com`;
    const password = `1${'b'.repeat(71)}`;
    await fixtures.call(root, 'POST', '/users', { email: long, name: 'Long', password, role: 'worker' });
    assert.equal((await login(long, `${password.slice(0, 71)}c`)).status, 401);
    assert.equal((await login(long, password)).status, 200);
  });

  it('the hash compares passwords of any length completely', async () => {
    const text = 'x'.repeat(5000);
    const hash = await hashPassword(text, { key: '' }, { memoryKiB: 8, passes: 1 });
    assert.deepEqual(
      [
        await verifyPassword(text, hash),
        await verifyPassword(`${text.slice(0, -1)}y`, hash),
        await verifyPassword(`${text}x`, hash),
      ],
      [true, false, false],
    );
    const { status } = await post('/auth/login', { email: 'anna@example.com', password: 'y'.repeat(60_000) });
    assert.equal(status, 401, 'and a very long attempt is simply wrong');
  });
});
