import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import pino from 'pino';
import { buildApp } from '../../src/app.ts';
import { modules } from '../../src/modules.ts';
import { listBots } from '../../src/outbound/messenger/bots.ts';
import { reencrypt } from '../../src/platform/database/reencrypt.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { decrypt, encrypt } from '../../src/platform/security/encryption.ts';
import { signAccessToken, signingKey, tokenKeys } from '../../src/platform/security/tokens.ts';
import { linkKey, signLink } from '../../src/platform/storage/link-signer.ts';
import { LocalStorage } from '../../src/platform/storage/local.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { twoFactor } from '../../src/product/identity/two-factor/routes.ts';
import { readSecret, storedSecret } from '../../src/product/identity/two-factor/secret.ts';
import { reencryptJobs } from '../../src/service/reencrypt-secrets.ts';
import { Fixtures, password, secret, type TestUser } from '../../testing/fixtures.ts';
import { startService, stopService } from '../../testing/start-service.ts';
import { waitFor } from '../../testing/wait.ts';

const newSecret = 'another secret for the tests, long enough';
const hour = 3_600_000;

describe('JWT_SECRET_PREVIOUS', async () => {
  // Tokens of Fixtures.call() are signed with the previous secret here.
  const fixtures = await Fixtures.create({ JWT_SECRET: newSecret, JWT_SECRET_PREVIOUS: secret });
  const { anna } = fixtures;
  const startedAt = fixtures.now.getTime();
  const statusWith = async (token: string) =>
    (await fixtures.call(undefined, 'GET', '/auth/me', undefined, { authorization: `Bearer ${token}` })).status;
  const sign = (key: string, who: TestUser) =>
    signAccessToken(signingKey(key), { sub: who.id, role: who.role, ver: 0 }, fixtures.now);

  it('new access tokens are signed with JWT_SECRET', async () => {
    const { body } = await fixtures.call(undefined, 'POST', '/auth/login', { email: anna.email, password });
    const [head, payload, signature] = body.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const resigned = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(signingKey(newSecret));
    assert.equal(resigned, `${head}.${payload}.${signature}`);
  });

  it('an access token of JWT_SECRET_PREVIOUS is accepted until one hour after the start, whatever its expiry says', async () => {
    const forged = await new SignJWT({ role: anna.role, ver: 0 })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(anna.id)
      .setIssuedAt(startedAt / 1000 - 10)
      .setExpirationTime(startedAt / 1000 + 100 * 3_600)
      .sign(signingKey(secret));
    assert.deepEqual([await statusWith(forged), await statusWith(await sign(secret, anna))], [200, 200]);
    fixtures.advanceClock(hour - 1_000);
    const late = await sign(secret, anna);
    assert.deepEqual([await statusWith(forged), await statusWith(late)], [200, 200]);
    fixtures.advanceClock(1_000);
    assert.deepEqual([await statusWith(forged), await statusWith(late)], [401, 401], 'verified before');
    assert.equal(await statusWith(await sign(secret, anna)), 401, 'not verified before');
    assert.equal(await statusWith(await sign(newSecret, anna)), 200);
  });

  it('no access token is refused while two instances are restarted one after the other, in two rounds', async () => {
    const instance = async (jwtSecret: string, jwtSecretPrevious: string) => {
      const config = { ...fixtures.deps.config, jwtSecret, jwtSecretPrevious };
      const keys = tokenKeys(config, fixtures.now);
      const app = await buildApp({ ...fixtures.deps, ...keys, config, metrics: openMetrics() });
      const issue = () => signAccessToken(keys.signingKey, { sub: anna.id, role: anna.role, ver: 0 }, fixtures.now);
      const accepts = async (token: string) =>
        (await app.inject({ url: '/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode === 200;
      return { issue, accepts, close: () => app.close() };
    };
    const [oldSecret, nextSecret] = [newSecret, 'the secret after the next rotation'];
    const instances = [await instance(oldSecret, ''), await instance(oldSecret, '')];
    const tokens = await Promise.all(instances.map((one) => one.issue()));
    for (const [current, previous] of [
      [oldSecret, nextSecret],
      [nextSecret, oldSecret],
    ] as const) {
      for (const i of [0, 1]) {
        fixtures.advanceClock(60_000);
        await instances[i]?.close();
        instances[i] = await instance(current, previous);
        fixtures.advanceClock(60_000);
        tokens.push(...(await Promise.all(instances.map((one) => one.issue()))));
        for (const one of instances) {
          for (const [n, token] of tokens.entries()) assert(await one.accepts(token), `${previous || 'no'} ${i} ${n}`);
        }
      }
    }
    for (const one of instances) await one.close();
  });

  it('without JWT_SECRET_PREVIOUS an access token of the previous secret returns 401 at once', async () => {
    const strict = await Fixtures.create();
    const token = await signAccessToken(signingKey(newSecret), { sub: strict.anna.id, role: 'client', ver: 0 }, strict.now);
    const answer = await strict.call(undefined, 'GET', '/auth/me', undefined, { authorization: `Bearer ${token}` });
    assert.equal(answer.status, 401);
  });
});

describe('the secret of photo links', async () => {
  const fixtures = await Fixtures.create();
  const ttl = fixtures.deps.config.photoUrlTtlMs;
  const { config } = fixtures.deps;
  const start = fixtures.now;
  const expiresIn = (ms: number) => Math.floor((start.getTime() + ms) / 1000);
  const isSigned = async (settings: object, key: string, expires: number) => {
    const storage = await openStorage({ ...config, ...settings }, start);
    assert(storage instanceof LocalStorage);
    return storage.isSigned({ kind: 'photo', id: 1 }, expires, signLink(linkKey(key), 1, expires));
  };

  const own = { photoLinkSecret: 'links only' };
  const rotated = { photoLinkSecret: 'new', photoLinkSecretPrevious: 'old' };
  const jwtRotated = { jwtSecret: newSecret, jwtSecretPrevious: secret };
  for (const [what, settings, key, expiresMs, isValid] of [
    ['links are signed with JWT_SECRET unless PHOTO_LINK_SECRET is set', {}, secret, ttl, true],
    ['PHOTO_LINK_SECRET signs links', own, 'links only', ttl, true],
    ['PHOTO_LINK_SECRET separates links from JWT_SECRET', own, secret, ttl, false],
    ['links outlive a new JWT_SECRET with PHOTO_LINK_SECRET', { ...own, jwtSecret: newSecret }, 'links only', ttl, true],
    ['a new PHOTO_LINK_SECRET ends earlier links at once', { photoLinkSecret: 'new' }, 'old', 1_000, false],
    ['the new PHOTO_LINK_SECRET signs links for any time', rotated, 'new', 100 * hour, true],
    ['PHOTO_LINK_SECRET_PREVIOUS keeps links until PHOTO_URL_TTL and an hour after the start', rotated, 'old', hour + ttl, true],
    ['PHOTO_LINK_SECRET_PREVIOUS keeps links no longer', rotated, 'old', hour + ttl + 1_000, false],
    ['a secret before the previous one is not valid', rotated, 'older', ttl, false],
    ['JWT_SECRET_PREVIOUS keeps links without PHOTO_LINK_SECRET', jwtRotated, secret, ttl, true],
    ['JWT_SECRET signs links while there is a previous one', jwtRotated, newSecret, ttl, true],
    ['a new JWT_SECRET ends earlier links', { jwtSecret: newSecret }, secret, ttl, false],
    ['JWT_SECRET_PREVIOUS is not for links with PHOTO_LINK_SECRET', { ...jwtRotated, ...own }, secret, ttl, false],
  ] as const)
    it(what, async () => {
      assert.equal(await isSigned(settings, key, expiresIn(expiresMs)), isValid);
    });
});

describe('DATA_ENCRYPTION_KEY_PREVIOUS', async () => {
  const fixtures = await Fixtures.create();
  const keyBytes = { current: Buffer.alloc(32, 1), previous: Buffer.alloc(32, 2), other: Buffer.alloc(32, 3) };
  const keys = { current: createSecretKey(keyBytes.current), previous: createSecretKey(keyBytes.previous) };
  const other = createSecretKey(keyBytes.other);
  const rotated = {
    ...fixtures.deps.config,
    dataEncryptionKey: keyBytes.current,
    dataEncryptionKeyPrevious: keyBytes.previous,
  };
  const botToken = { table: 'users', key: 'id', column: 'bot_token', contextOf: (id: string) => id } as const;
  let bots = 0;

  async function addAccount(key: typeof other, context?: string): Promise<string> {
    const { id } = await fixtures.createUser(`bot-owner-${++bots}`, 'client');
    await fixtures.transaction(async (tx) => {
      await tx.insertInto('bots').values({ id: bots, owner: null }).execute();
      const bot_token = encrypt(key, `${bots}:token`, context ?? id);
      await tx.updateTable('users').set({ bot_id: bots, bot_token, bot_saved_at: fixtures.now }).where('id', '=', id).execute();
    });
    return id;
  }
  const stored = async () =>
    (await fixtures.db.read
      .selectFrom('users')
      .select(['id', 'bot_token'])
      .where('bot_id', 'is not', null)
      .orderBy('id')
      .execute()) as {
      id: string;
      bot_token: Buffer;
    }[];

  it('bot tokens of either key are read before they are encrypted again', async () => {
    await addAccount(keys.current);
    await addAccount(keys.previous);
    const { bots, unreadable } = await listBots(fixtures.db.read, rotated);
    assert.deepEqual([[...bots.values()].map(({ token }) => token).sort(), unreadable], [['1:token', '2:token'], 0]);
    const alone = await listBots(fixtures.db.read, { ...rotated, dataEncryptionKeyPrevious: undefined });
    assert.deepEqual([alone.bots.size, alone.unreadable], [1, 1]);
  });

  it('stored secrets are encrypted again in batches, and those of neither key stay as they are', async () => {
    for (let i = 0; i < 8; i++) await addAccount(keys.previous);
    const unreadable = [await addAccount(other), await addAccount(keys.previous, 'another account')];
    const before = await stored();
    const runs = await Promise.all([1, 2, 3].map(() => reencrypt(fixtures.db, botToken, keys, 2)));
    assert.equal(
      runs.reduce((sum, { reencrypted }) => sum + reencrypted, 0),
      9,
      'each value once, by whichever run',
    );
    for (const run of runs) assert.equal(run.unreadable, 2);
    const after = await stored();
    assert.equal(after.length, 12);
    for (const [i, { id, bot_token }] of after.entries()) {
      if (unreadable.includes(id)) assert.deepEqual(bot_token, before[i]?.bot_token);
      else assert.match(decrypt(keys.current, bot_token, id) ?? '', /^\d+:token$/);
    }
    assert.deepEqual(await reencrypt(fixtures.db, botToken, keys, 2), { reencrypted: 0, unreadable: 2 });
    assert.deepEqual(await stored(), after, 'a second run changes nothing');
  });

  it('an encryption of stored secrets that was interrupted after a batch is continued by the next one', async () => {
    for (let i = 0; i < 6; i++) await addAccount(keys.previous);
    let batches = 0;
    const failing = {
      ...fixtures.db,
      transaction: ((work) => {
        if (++batches > 2) throw new Error('the process ends here');
        return fixtures.db.transaction(work);
      }) as typeof fixtures.db.transaction,
    };
    await assert.rejects(reencrypt(failing, botToken, keys, 5), /the process ends here/);
    const { reencrypted } = await reencrypt(fixtures.db, botToken, keys, 5);
    assert(reencrypted < 6, 'the batches before are kept');
    assert.deepEqual(await reencrypt(fixtures.db, botToken, keys, 5), { reencrypted: 0, unreadable: 2 });
  });

  it('secrets of second factors are encrypted again, those that were stored without a key too', async () => {
    const withoutKey = { ...rotated, dataEncryptionKey: undefined, dataEncryptionKeyPrevious: undefined };
    const before = { ...withoutKey, dataEncryptionKey: keyBytes.previous };
    const after = { ...withoutKey, dataEncryptionKey: keyBytes.current };
    const { anna, wanda } = fixtures;
    await fixtures.transaction(async (tx) => {
      for (const [config, { id }] of [[before, anna] as const, [withoutKey, wanda] as const]) {
        const row = { user_id: id, secret: storedSecret(config, id, 'GEZDGNBV'), created_at: fixtures.now };
        await tx.insertInto('totp').values(row).execute();
      }
    });
    const [totp] = twoFactor.encryptedColumns ?? [];
    assert(totp);
    assert.deepEqual(await reencrypt(fixtures.db, totp, keys), { reencrypted: 2, unreadable: 0 });
    const rows = await fixtures.db.read.selectFrom('totp').select(['user_id', 'secret']).execute();
    assert.deepEqual(
      rows.map(({ user_id, secret }) => [secret[0], readSecret(after, user_id, secret)]),
      [
        [1, 'GEZDGNBV'],
        [1, 'GEZDGNBV'],
      ],
    );
  });

  it('the job re-encryption covers every encrypted column, logs the counts, and does not exist without a previous key', async () => {
    await addAccount(keys.previous);
    const columns = modules.flatMap((one) => one.encryptedColumns ?? []);
    assert(columns.some(({ table, column }) => table === 'users' && column === 'bot_token'));
    const lines: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
    const [job, ...further] = reencryptJobs({ db: fixtures.db, config: rotated, log }, columns);
    assert(job && further.length === 0);
    await job.run(new AbortController().signal);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      [
        { level: 30, reencrypted: 1, msg: 'stored secrets are encrypted with DATA_ENCRYPTION_KEY' },
        { level: 50, unreadable: 2, msg: 'stored secrets are decrypted by neither DATA_ENCRYPTION_KEY nor its previous value' },
      ],
    );
    assert.deepEqual(
      reencryptJobs({ db: fixtures.db, config: { ...rotated, dataEncryptionKeyPrevious: undefined }, log }, columns),
      [],
    );
  });
});

it('a start with previous secrets logs until when JWT_SECRET_PREVIOUS counts and how many secrets were encrypted again', async () => {
  const fixtures = await Fixtures.create();
  const service = await startService({
    env: {
      DATABASE_URL: fixtures.url,
      JWT_SECRET_PREVIOUS: newSecret,
      DATA_ENCRYPTION_KEY: '1'.repeat(64),
      DATA_ENCRYPTION_KEY_PREVIOUS: '2'.repeat(64),
    },
  });
  const find = (message: RegExp) =>
    service
      .output()
      .split('\n')
      .find((line) => message.test(line));
  await waitFor(() => find(/stored secrets are encrypted/) !== undefined);
  await stopService(service);
  const { level, time, until } = JSON.parse(find(/JWT_SECRET_PREVIOUS is set/) ?? '{}');
  assert.equal(level, 40);
  const acceptedMs = Date.parse(until) - Date.parse(time);
  assert(acceptedMs > hour - 60_000 && acceptedMs <= hour, String(acceptedMs));
  assert.equal(JSON.parse(find(/stored secrets are encrypted/) ?? '{}').reencrypted, 0);
});
