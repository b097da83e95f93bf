import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { rewriteEmailKeys } from '../../src/product/identity/users/rewrite-email-keys.ts';
import { Fixtures, password, type TestUser } from '../../testing/fixtures.ts';
import { signIn, startService, stopService } from '../../testing/start-service.ts';

// Earlier releases kept the domain of an address as it was typed in email_key: a@xn--exmple-cua.de and a@exämple.de, which
// are one mailbox, could be two accounts. Now both forms have the key with exämple.de.

const fixtures = await Fixtures.create();
const { root } = fixtures;

interface LogEntry {
  level: number;
  [field: string]: unknown;
}

async function rewrite(): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  const write = (line: string): void => void entries.push(JSON.parse(line));
  await rewriteEmailKeys(fixtures.db, pino({ base: null, timestamp: false }, { write }));
  return entries;
}

/** An account as an earlier release stored it. @param confirmedAfterMs null: it is not confirmed */
async function oldAccount(email: string, confirmedAfterMs: number | null = 0): Promise<TestUser> {
  const account = await fixtures.createUser(email.replace('@', ' at '), 'worker');
  const confirmed_at = confirmedAfterMs === null ? null : new Date(fixtures.now.getTime() + confirmedAfterMs);
  const email_key = email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const stored = { email, email_key, confirmed_at };
  await fixtures.transaction((tx) => tx.updateTable('users').set(stored).where('id', '=', account.id).execute());
  return { ...account, email };
}

async function keysOf(...accounts: TestUser[]): Promise<(string | undefined)[]> {
  const rows = await fixtures.db.read.selectFrom('users').select(['id', 'email_key']).execute();
  return accounts.map(({ id }) => rows.find((row) => row.id === id)?.email_key);
}

/** @returns the id of the account that signs in with an address */
async function idAtLogin(email: string): Promise<string | undefined> {
  const { status, body } = await fixtures.call(undefined, 'POST', '/auth/login', { email, password });
  fixtures.advanceClock(61_000); // beyond the limit of logins
  return status === 200 ? body.user.id : undefined;
}

const remove = async ({ id }: TestUser): Promise<void> => {
  assert.equal((await fixtures.call(root, 'DELETE', `/users/${id}`)).status, 200);
};

const clashWarning = 'accounts have the same e-mail address: the others cannot sign in (docs/upgrade.md)';

describe('rewriteEmailKeys', () => {
  it('an account that an earlier release stored with an xn-- domain signs in with both forms, and its address is taken', async () => {
    const anna = await oldAccount('Anna@xn--exmple-cua.de');
    assert.equal(await idAtLogin(anna.email), undefined, 'before');
    assert.deepEqual(await rewrite(), [{ level: 30, rewritten: 1, msg: 'e-mail keys of international domains were rewritten' }]);
    for (const email of [anna.email, 'anna@exämple.de']) {
      assert.equal(await idAtLogin(email), anna.id, email);
      const twin = { email, name: 'twin', role: 'worker', password };
      assert.equal((await fixtures.call(root, 'POST', '/users', twin)).status, 409, email);
    }
    assert.equal(
      (await fixtures.call(anna, 'GET', '/auth/me')).body.email,
      'Anna@xn--exmple-cua.de',
      'the address stays as typed',
    );
    assert.deepEqual(await rewrite(), [], 'nothing is left to do');
    await remove(anna);
  });

  it('keys stay that contain xn-- before the @, or in a domain that encodes nothing', async () => {
    const accounts = [await oldAccount('xn--exmple-cua.de@example.com'), await oldAccount('a@xn--99999999.example')];
    const before = await keysOf(...accounts);
    assert.deepEqual(await rewrite(), []);
    assert.deepEqual(await keysOf(...accounts), before);
    for (const account of accounts) await remove(account);
  });

  for (const [title, typed, encoded] of [
    ['is older than the other', 1_000, 0],
    ['is confirmed and the other is not', null, 0],
  ] as const) {
    it(`the account with the xn-- domain gets the address when it ${title}, and the other gets it back after a deletion`, async () => {
      const [twin, bea] = [await oldAccount('bea@bücher.example', typed), await oldAccount('bea@xn--bcher-kva.example', encoded)];
      const warning = { level: 40, account: bea.id, others: [twin.id], msg: clashWarning };
      assert.deepEqual((await rewrite())[0], warning);
      assert.deepEqual(await keysOf(bea, twin), ['bea@bücher.example', 'bea@xn--bcher-kva.example']);
      for (const { email } of [bea, twin]) assert.equal(await idAtLogin(email), bea.id, email);

      assert.deepEqual(await rewrite(), [warning], 'the next start warns again and changes nothing');
      assert.deepEqual(await keysOf(bea, twin), ['bea@bücher.example', 'bea@xn--bcher-kva.example']);
      await remove(bea);
      await rewrite();
      assert.deepEqual(await keysOf(twin), ['bea@bücher.example']);
      await remove(twin);
    });
  }

  it('of several accounts with partly encoded domains one gets the address, and keeps it when another is confirmed later', async () => {
    const emails = ['dora@xn--bcher-kva.xn--exmple-cua.de', 'dora@bücher.xn--exmple-cua.de', 'dora@xn--bcher-kva.exämple.de'];
    const accounts: TestUser[] = [];
    for (const [i, email] of emails.entries()) accounts.push(await oldAccount(email, i === 0 ? null : -1_000 * i));
    const [first, second, third] = accounts as [TestUser, TestUser, TestUser];
    const warning = { level: 40, account: third.id, others: [second.id, first.id], msg: clashWarning };
    assert.deepEqual((await rewrite())[0], warning);
    assert.deepEqual(await keysOf(...accounts), [emails[0], emails[1], 'dora@bücher.exämple.de']);
    assert.equal((await fixtures.call(root, 'POST', `/users/${first.id}/confirm`)).status, 200);
    assert.deepEqual(await rewrite(), [warning]);
    for (const account of accounts) await remove(account);
  });

  it('an account with letters beyond ASCII gets the key of its one form, and signs in with each of them', async () => {
    const accounts = [await oldAccount('JÜRGEN@example.com'), await oldAccount('u\u0308mit@example.com')];
    assert.equal((await rewrite())[0]?.['rewritten'], 2);
    assert.deepEqual(await keysOf(...accounts), ['jürgen@example.com', 'ümit@example.com']);
    for (const email of ['JÜRGEN@example.com', 'jürgen@example.com', 'ju\u0308rgen@example.com']) {
      assert.equal(await idAtLogin(email), accounts[0]?.id, email);
    }
    assert.deepEqual(await rewrite(), []);
    for (const account of accounts) await remove(account);
  });

  it('two accounts whose addresses are one now sign in as before, and a third spelling finds the one with the key', async () => {
    const lower = await oldAccount('örjan@example.com');
    const upper = await oldAccount('Örjan@example.com', -1_000);
    assert.deepEqual(
      (await rewrite()).map(({ account }) => account),
      [upper.id],
    );
    assert.equal(await idAtLogin('örjan@example.com'), lower.id);
    assert.equal(await idAtLogin('Örjan@example.com'), upper.id);
    assert.equal(await idAtLogin('o\u0308rjan@example.com'), lower.id);
    const twin = { email: 'ÖRJAN@example.com', name: 'twin', role: 'worker', password };
    assert.equal((await fixtures.call(root, 'POST', '/users', twin)).status, 409);
    for (const account of [lower, upper]) await remove(account);
  });

  it('instances that start at the same time rewrite each key once', async () => {
    const accounts: TestUser[] = [];
    for (let i = 0; i < 20; i++) accounts.push(await oldAccount(`e${i}@xn--bcher-kva.example`));
    const twins = [await oldAccount('e0@bücher.example', 1_000), await oldAccount('e1@bücher.example', -1_000)];
    const logs = await Promise.all([rewrite(), rewrite(), rewrite()]);
    const rewritten = logs.flat().reduce((sum, { rewritten: n = 0 }) => sum + (n as number), 0);
    assert.equal(rewritten, 19);
    const expected = accounts.map((_, i) => (i === 1 ? 'e1@xn--bcher-kva.example' : `e${i}@bücher.example`));
    assert.deepEqual(await keysOf(...accounts, ...twins), [...expected, 'e0@xn--bcher-kva.example', 'e1@bücher.example']);
    for (const account of [...accounts, ...twins]) await remove(account);
  });
});

it('a start of the service rewrites the keys before it answers requests', async () => {
  const frida = await oldAccount('frida@xn--exmple-cua.de');
  const service = await startService({ env: { DATABASE_URL: fixtures.url } });
  await signIn(service.url, frida.email, password);
  await signIn(service.url, 'frida@exämple.de', password);
  assert.equal(await stopService(service), 0, service.output());
});
