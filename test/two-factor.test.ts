import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { reencrypt } from '../src/platform/database/reencrypt.ts';
import { minutes, seconds } from '../src/platform/lib/duration.ts';
import { tokenHash } from '../src/platform/security/tokens.ts';
import { twoFactor } from '../src/product/identity/two-factor/routes.ts';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';
import { anonymousClient } from './security/anonymous-client.ts';

const key = 'ab'.repeat(32);
const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' };
const fixtures = await Fixtures.create({ DATA_ENCRYPTION_KEY: key, ...mail });
const { root } = fixtures;
const { post } = anonymousClient(fixtures);

const codeOf = (secret: string, offsetMs = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: fixtures.now.getTime() + offsetMs });

/** A code of six digits that is not right at any of the accepted time steps. */
function wrongCode(secret: string): string {
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps * seconds(30)));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

const login = (who: TestUser, code?: string, secret = password) =>
  post('/auth/login', { email: who.email, password: secret }, code === undefined ? {} : { 'x-otp': code });
const start = (who: TestUser, secret = password) => fixtures.call(who, 'POST', '/ext/mfa/totp', { password: secret });
const confirm = (who: TestUser, code: string) => fixtures.call(who, 'POST', '/ext/mfa/totp/confirm', { code });
const disable = (who: TestUser, body: object) => fixtures.call(who, 'DELETE', '/ext/mfa/totp', body);
const isOn = async (who: TestUser): Promise<boolean> => (await fixtures.call(who, 'GET', '/ext/me')).body.mfa.totp;

let serial = 0;
const newUser = (): Promise<TestUser> => fixtures.createUser(`user-${++serial}`, 'client');

/** An account with two-factor authentication on, whose codes of this time step are unused. */
async function secured(): Promise<{ who: TestUser; secret: string; recoveryCodes: string[] }> {
  const who = await newUser();
  const { body } = await start(who);
  const { status, body: confirmed } = await confirm(who, codeOf(body.secret));
  assert.equal(status, 200, JSON.stringify(confirmed));
  fixtures.advanceClock(seconds(90));
  return { who, secret: body.secret, recoveryCodes: confirmed.recovery_codes };
}

async function eventsOf(who: TestUser) {
  const { rows } = await sql<{ event: string; reason: string | null; actor: string }>`
    select event, detail ->> 'reason' as reason, actor_name as actor from audit_events
    where subject_id = ${who.id} order by id`.execute(fixtures.db.read);
  return rows;
}
const required = { error: 'one-time code required' };
const wrong = { error: 'code is wrong or was used before' };

describe('POST /ext/mfa/totp', () => {
  it('POST /ext/mfa/totp answers a secret of 160 bits and its URL, and changes no login', async () => {
    const who = await newUser();
    const { status, body } = await start(who);
    assert.equal(status, 200);
    assert.match(body.secret, /^[A-Z2-7]{32}$/);
    const url = new URL(body.otpauth_url);
    assert.deepEqual([url.protocol, url.host, decodeURIComponent(url.pathname)], ['otpauth:', 'totp', `/Callout:${who.email}`]);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      issuer: 'Callout',
      secret: body.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    assert.equal(await isOn(who), false);
    assert.equal((await login(who)).status, 200);
  });

  it('POST /ext/mfa/totp returns 401 for a wrong password, 400 without one and 409 when it is on', async () => {
    const { who } = await secured();
    assert.deepEqual((await start(who, 'wrong-horse-1')).body, { error: 'wrong password' });
    assert.equal((await start(who, 'x'.repeat(10_000))).status, 401);
    assert.equal((await fixtures.call(who, 'POST', '/ext/mfa/totp', {})).status, 400);
    assert.deepEqual((await start(who)).body, { error: 'two-factor authentication is on already' });
    assert.equal((await start(who)).status, 409);
  });

  it('POST /ext/mfa/totp voids the secret of an earlier start', async () => {
    const who = await newUser();
    const { body: first } = await start(who);
    const { body: second } = await start(who);
    assert.notEqual(first.secret, second.secret);
    assert.deepEqual((await confirm(who, codeOf(first.secret))).body, wrong);
    assert.equal((await confirm(who, codeOf(second.secret))).status, 200);
  });

  it('ten wrong passwords in 15 minutes return 429 for all operations that ask for the password', async () => {
    const who = await newUser();
    const statuses = await Promise.all(Array.from({ length: 12 }, () => start(who, 'wrong-horse-1')));
    assert.deepEqual(statuses.map(({ status }) => status).sort(), [...Array(10).fill(401), 429, 429]);
    for (const refused of [await start(who), await disable(who, { password })]) {
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '900']);
    }
    fixtures.advanceClock(minutes(15));
    for (let i = 0; i < 12; i++) assert.equal((await start(who)).status, 200, 'right passwords are not counted');
  });

  it('the secret of a second factor is stored encrypted with DATA_ENCRYPTION_KEY for its account, and recovery codes as hashes', async () => {
    const { who, secret, recoveryCodes } = await secured();
    const { rows } = await sql<{ row: string }>`
      select t::text as row from totp as t where user_id = ${who.id}
      union all select c::text from recovery_codes as c where user_id = ${who.id}`.execute(fixtures.db.read);
    assert.equal(rows.length, 11);
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
    for (const { row } of rows) {
      assert(!row.includes(bytes) && !row.includes(Buffer.from(secret).toString('hex')));
    }
    const hashes = recoveryCodes.map((code) => tokenHash(code.replaceAll('-', '')).toString('hex'));
    assert.equal(hashes.filter((hash) => rows.some(({ row }) => row.includes(hash))).length, 10);
    // The secret of another account, moved here by somebody who can write to the database, is no secret of this one.
    const other = await secured();
    await fixtures.transaction((tx) =>
      sql`update totp set secret = (select secret from totp where user_id = ${other.who.id}) where user_id = ${who.id}`.execute(
        tx,
      ),
    );
    assert.equal((await login(who, codeOf(other.secret))).status, 401);
    assert.equal((await login(who, recoveryCodes[0])).status, 200, 'recovery codes still work');
  });
});

describe('POST /ext/mfa/totp/confirm', () => {
  it('POST /ext/mfa/totp/confirm answers ten recovery codes and uses the code up', async () => {
    const who = await newUser();
    const { body } = await start(who);
    const code = codeOf(body.secret);
    const answer = await confirm(who, code);
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body), ['recovery_codes']);
    assert.equal(new Set(answer.body.recovery_codes).size, 10);
    for (const each of answer.body.recovery_codes) assert.match(each, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    assert.equal(await isOn(who), true);
    assert.deepEqual((await login(who, code)).body, required);
    fixtures.advanceClock(seconds(30));
    assert.equal((await login(who, codeOf(body.secret))).status, 200);
    assert.deepEqual(
      (await eventsOf(who)).map(({ event }) => event),
      ['mfa_enabled', 'login_failed', 'login_succeeded'],
    );
  });

  it('POST /ext/mfa/totp/confirm returns 409 before a start and when it is on, and 400 for a wrong code', async () => {
    const who = await newUser();
    assert.deepEqual((await confirm(who, '123456')).body, { error: 'the setup of two-factor authentication was not started' });
    const { body } = await start(who);
    for (const code of [wrongCode(body.secret), 'abc', '12345', 'aaaa-bbbb-cccc-dddd']) {
      const answer = await confirm(who, code);
      assert.deepEqual([answer.status, answer.body], [400, wrong], code);
    }
    assert.equal((await fixtures.call(who, 'POST', '/ext/mfa/totp/confirm', { code: '' })).status, 400);
    assert.equal(await isOn(who), false);
    assert.equal((await confirm(who, codeOf(body.secret))).status, 200);
    const again = await confirm(who, codeOf(body.secret, seconds(30)));
    assert.deepEqual([again.status, again.body], [409, { error: 'two-factor authentication is on already' }]);
  });

  it('POST /ext/mfa/totp/confirm returns 429 after five wrong codes in 15 minutes, and logins are not limited by them', async () => {
    const who = await newUser();
    const { body } = await start(who);
    const code = wrongCode(body.secret);
    const statuses = await Promise.all(Array.from({ length: 7 }, () => confirm(who, code)));
    assert.deepEqual(statuses.map(({ status }) => status).sort(), [400, 400, 400, 400, 400, 429, 429]);
    const refused = await confirm(who, codeOf(body.secret));
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '900']);
    assert.equal((await login(who)).status, 200);
    fixtures.advanceClock(minutes(15));
    assert.equal((await confirm(who, codeOf(body.secret))).status, 200);
  });

  it('of parallel confirmations with one one-time code one succeeds', async () => {
    const who = await newUser();
    const { body } = await start(who);
    const code = codeOf(body.secret);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(who, code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from recovery_codes where user_id = ${who.id}`.execute(fixtures.db.read);
    assert.equal(rows[0]?.n, 10);
  });
});

describe('login with a one-time code', () => {
  it('POST /auth/login returns the same 401 without and with a wrong code, and checks the password first', async () => {
    const { who, secret } = await secured();
    const code = codeOf(secret);
    const without = await login(who);
    const withWrong = await login(who, wrongCode(secret));
    assert.deepEqual([without.status, without.body, withWrong.status, withWrong.body], [401, required, 401, required]);
    assert.deepEqual([without.cookies, withWrong.cookies], [[], []]);
    const wrongPassword = await login(who, code, 'wrong-horse-1');
    assert.deepEqual([wrongPassword.status, wrongPassword.body], [401, { error: 'wrong email or password' }]);
    assert.equal((await login(who, code)).status, 200, 'a wrong password leaves the code usable');
    assert.deepEqual(
      (await eventsOf(who)).slice(1).map(({ event, reason }) => [event, reason]),
      [
        ['login_failed', 'one-time code required'],
        ['login_failed', 'wrong one-time code'],
        ['login_failed', 'wrong email or password'],
        ['login_succeeded', null],
      ],
    );
  });

  it('POST /auth/login asks a disabled account for no code', async () => {
    const { who } = await secured();
    await fixtures.call(root, 'PATCH', `/users/${who.id}`, { is_active: false });
    assert.deepEqual((await login(who)).body, { error: 'account disabled' });
  });

  it('a one-time code is accepted one time step early and late, and not further away', async () => {
    for (const [offset, status] of [
      [-seconds(60), 401],
      [-seconds(30), 200],
      [0, 200],
      [seconds(30), 200],
      [seconds(60), 401],
    ] as const) {
      const { who, secret } = await secured();
      assert.equal((await login(who, codeOf(secret, offset))).status, status, `${offset} ms`);
    }
  });

  it('a one-time code and those of earlier time steps are refused after it was used', async () => {
    const { who, secret } = await secured();
    const [earlier, current, later] = [codeOf(secret, -seconds(30)), codeOf(secret), codeOf(secret, seconds(30))];
    assert.equal((await login(who, current)).status, 200);
    assert.deepEqual([(await login(who, current)).status, (await login(who, earlier)).status], [401, 401]);
    assert.equal((await login(who, later)).status, 200);
  });

  it('a one-time code may be typed with a space', async () => {
    const { who, secret } = await secured();
    const code = codeOf(secret);
    assert.equal((await login(who, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status, 200);
  });

  it('of 20 parallel logins with one one-time code one succeeds, and the others count as no guesses', async () => {
    const { who, secret } = await secured();
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(who, code)));
    const counts = Map.groupBy(answers, ({ status }) => status);
    assert.equal(counts.get(200)?.length, 1);
    assert.equal(counts.get(401)?.length, 19);
    fixtures.advanceClock(seconds(30));
    assert.equal((await login(who, codeOf(secret))).status, 200);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from refresh_sessions where user_id = ${who.id}`.execute(fixtures.db.read);
    assert.equal(rows[0]?.n, 2);
  });

  it('POST /auth/login returns 429 after five wrong codes in 15 minutes, also for a right one and from other networks', async () => {
    const { who, secret } = await secured();
    for (let i = 0; i < 8; i++) assert.equal((await login(who)).status, 401, 'missing codes are not counted');
    const code = wrongCode(secret);
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(who, code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(5).fill(401), 429, 429, 429]);
    const refused = await login(who, codeOf(secret));
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '900']);
    assert.equal((await login(who, codeOf(secret), 'wrong-horse-1')).status, 401, 'only whoever has the password learns of it');
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_events
      where event = 'login_limited' and detail ->> 'limit' = 'one-time-code'`.execute(fixtures.db.read);
    assert((rows[0]?.n ?? 0) >= 1);
    fixtures.advanceClock(minutes(15));
    assert.equal((await login(who, codeOf(secret))).status, 200);
  });

  it('right one-time codes are not counted: six logins in 15 minutes succeed', async () => {
    const { who, secret } = await secured();
    for (let i = 0; i < 6; i++) {
      assert.equal((await login(who, codeOf(secret))).status, 200);
      fixtures.advanceClock(seconds(30));
    }
  });

  it('missing and wrong one-time codes do not count as wrong passwords, which stay counted', async () => {
    const { who, secret } = await secured();
    for (let i = 0; i < 49; i++) assert.equal((await login(who, undefined, 'wrong-horse-1')).status, 401);
    for (let i = 0; i < 4; i++) assert.deepEqual((await login(who)).body, required);
    assert.deepEqual((await login(who, wrongCode(secret))).body, required);
    assert.equal((await login(who, undefined, 'wrong-horse-1')).status, 401);
    assert.equal((await login(who, undefined, 'wrong-horse-1')).status, 429);
    assert.equal((await login(who, codeOf(secret))).status, 429);
  });

  it('a recovery code works once in place of a code, with or without hyphens and in any case', async () => {
    const { who, recoveryCodes } = await secured();
    const [first = '', second = '', third = ''] = recoveryCodes;
    assert.equal((await login(who, first)).status, 200);
    assert.deepEqual((await login(who, first)).body, required);
    assert.equal((await login(who, second.replaceAll('-', '').toUpperCase())).status, 200);
    assert.equal((await login(who, second)).status, 401);
    const parallel = await Promise.all(Array.from({ length: 5 }, () => login(who, third)));
    assert.equal(parallel.filter(({ status }) => status === 200).length, 1);
  });

  it('a recovery code of another account is refused', async () => {
    const [one, other] = [await secured(), await secured()];
    assert.equal((await login(one.who, other.recoveryCodes[0])).status, 401);
    assert.equal((await login(other.who, other.recoveryCodes[0])).status, 200);
  });

  it('a refresh needs no one-time code, and a new password leaves two-factor authentication on', async () => {
    const { who, secret } = await secured();
    const answer = await login(who, codeOf(secret));
    const cookie = `refresh_token=${answer.cookies[0]?.value}`;
    assert.equal((await post('/auth/refresh', undefined, { cookie })).status, 200);
    await fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: 'brand-new-1' });
    assert.deepEqual((await login(who, undefined, 'brand-new-1')).body, required);
  });
});

describe('DELETE /ext/mfa/totp', () => {
  it('DELETE /ext/mfa/totp returns 401 for a wrong password, 400 for a wrong or missing code, and 404 when it is off', async () => {
    const { who, secret } = await secured();
    const code = codeOf(secret);
    assert.deepEqual((await disable(who, { password: 'wrong-horse-1', code })).body, { error: 'wrong password' });
    for (const body of [{ password }, { password, code: '' }, { password, code: wrongCode(secret) }]) {
      const answer = await disable(who, body);
      assert.deepEqual([answer.status, answer.body], [400, wrong]);
    }
    assert.equal((await fixtures.call(who, 'DELETE', '/ext/mfa/totp')).status, 400);
    assert.equal(await isOn(who), true);
    assert.deepEqual((await disable(who, { password, code })).body, { ok: true });
    assert.equal(await isOn(who), false);
    assert.equal((await login(who)).status, 200);
    assert.deepEqual((await disable(who, { password, code })).body, { error: 'second factor not found' });
    assert.deepEqual(
      (await eventsOf(who)).map(({ event }) => event),
      ['mfa_enabled', 'mfa_disabled', 'login_succeeded'],
    );
  });

  it('DELETE /ext/mfa/totp accepts a recovery code, and old recovery codes are void after it is set up again', async () => {
    const { who, recoveryCodes } = await secured();
    assert.equal((await disable(who, { password, code: recoveryCodes[0] })).status, 200);
    const { body } = await start(who);
    assert.equal((await confirm(who, codeOf(body.secret))).status, 200);
    assert.equal((await login(who, recoveryCodes[1])).status, 401);
  });

  it('DELETE /ext/mfa/totp removes a setup that was not confirmed, without a code and without an audit event', async () => {
    const who = await newUser();
    const { body } = await start(who);
    assert.equal((await disable(who, { password })).status, 200);
    assert.equal((await confirm(who, codeOf(body.secret))).status, 409);
    assert.deepEqual(await eventsOf(who), []);
  });

  it('wrong codes at DELETE /ext/mfa/totp and at logins share one limit', async () => {
    const { who, secret } = await secured();
    const code = wrongCode(secret);
    for (let i = 0; i < 3; i++) assert.equal((await disable(who, { password, code })).status, 400);
    for (let i = 0; i < 2; i++) assert.equal((await login(who, code)).status, 401);
    assert.deepEqual([(await disable(who, { password, code })).status, (await login(who, codeOf(secret))).status], [429, 429]);
  });
});

describe('DELETE /ext/users/{id}/mfa', () => {
  it('DELETE /ext/users/{id}/mfa switches it off, tells the owner by mail and writes an audit event, once', async () => {
    const { who } = await secured();
    await fixtures.clearDeliveries();
    for (let i = 0; i < 2; i++) {
      const answer = await fixtures.call(root, 'DELETE', `/ext/users/${who.id}/mfa`);
      assert.deepEqual([answer.status, answer.body], [200, { ok: true }]);
    }
    assert.equal((await login(who)).status, 200);
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), [{ kind: 'two_factor_reset', user_id: who.id }]);
    assert.deepEqual((await eventsOf(who)).slice(0, -1), [
      { event: 'mfa_enabled', reason: null, actor: who.name },
      { event: 'mfa_disabled', reason: null, actor: 'root' },
    ]);
    await fixtures.clearDeliveries();
  });

  it('DELETE /ext/users/{id}/mfa succeeds beside logins of the account, which are answered with 200 or 401', async () => {
    const { who, secret } = await secured();
    const code = codeOf(secret);
    const [reset, ...logins] = await Promise.all([
      fixtures.call(root, 'DELETE', `/ext/users/${who.id}/mfa`),
      ...Array.from({ length: 4 }, () => login(who, code)),
    ]);
    assert.equal(reset.status, 200);
    for (const { status } of logins) assert([200, 401].includes(status), `${status}`);
    assert.equal((await login(who)).status, 200);
  });
});

describe('the secret of a second factor', () => {
  it('the secret of a second factor is encrypted by the job of DATA_ENCRYPTION_KEY_PREVIOUS when it was stored without a key', async () => {
    const { config, db } = fixtures.deps;
    const { dataEncryptionKey } = config;
    const [column] = twoFactor.encryptedColumns ?? [];
    assert(column && dataEncryptionKey);
    config.dataEncryptionKey = undefined;
    const { who, secret } = await secured();
    config.dataEncryptionKey = dataEncryptionKey;
    const keys = { current: createSecretKey(dataEncryptionKey), previous: createSecretKey(Buffer.alloc(32, 9)) };
    const first = await reencrypt(db, column, keys);
    const second = await reencrypt(db, column, keys);
    assert.deepEqual(second, { reencrypted: 0, unreadable: first.unreadable });
    assert.equal(first.reencrypted, 1);
    assert.equal((await login(who, codeOf(secret))).status, 200);
  });

  it('the secret of a second factor works without DATA_ENCRYPTION_KEY, and is encrypted at the next login after the key is set', async () => {
    const { deps } = fixtures;
    const { dataEncryptionKey } = deps.config;
    const markerOf = async (who: TestUser) => {
      const row = await fixtures.db.read.selectFrom('totp').select('secret').where('user_id', '=', who.id).executeTakeFirst();
      return row?.secret[0];
    };
    deps.config.dataEncryptionKey = undefined;
    const { who, secret } = await secured();
    assert.equal((await login(who, codeOf(secret))).status, 200);
    assert.equal(await markerOf(who), 0);
    deps.config.dataEncryptionKey = dataEncryptionKey;
    fixtures.advanceClock(seconds(30));
    assert.equal((await login(who, codeOf(secret))).status, 200);
    assert.equal(await markerOf(who), 1);
  });

  it('the secret of a second factor is accepted with DATA_ENCRYPTION_KEY_PREVIOUS, and refused with neither key', async () => {
    const { config } = fixtures.deps;
    const { dataEncryptionKey, dataEncryptionKeyPrevious } = config;
    const { who, secret, recoveryCodes } = await secured();
    config.dataEncryptionKey = Buffer.alloc(32, 7);
    assert.equal((await login(who, codeOf(secret))).status, 401);
    assert.equal((await login(who, recoveryCodes[0])).status, 200);
    config.dataEncryptionKeyPrevious = dataEncryptionKey;
    assert.equal((await login(who, codeOf(secret))).status, 200);
    config.dataEncryptionKeyPrevious = undefined;
    fixtures.advanceClock(seconds(30));
    assert.equal((await login(who, codeOf(secret))).status, 200, 'encrypted again with the current key');
    Object.assign(config, { dataEncryptionKey, dataEncryptionKeyPrevious });
  });
});
