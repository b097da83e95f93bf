import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenHash } from '../../src/platform/security/tokens.ts';
import { endAllSessions } from '../../src/product/identity/auth/end-all-sessions.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { runCommand } from '../../testing/run-command.ts';
import { anonymousClient, withToken } from './anonymous-client.ts';

const fixtures = await Fixtures.create();
const { anna, root, wanda } = fixtures;
const { signIn, refresh, reset } = anonymousClient(fixtures);
// The command has the clock of the machine.
fixtures.now = new Date();

/** @returns what `callout sessions` prints */
async function sessionsCommand(...args: string[]): Promise<string> {
  const env = { DATABASE_URL: fixtures.url, JWT_SECRET: 'not of the service' };
  const { status, output } = await runCommand(['sessions', ...args], env);
  assert.equal(status, 0, output);
  return output;
}

async function insertBindCode(who: TestUser, code: string): Promise<void> {
  const expires_at = new Date(fixtures.now.getTime() + 900_000);
  await fixtures.transaction(async (tx) => {
    await tx
      .insertInto('bots')
      .values({ id: 7 })
      .onConflict((known) => known.doNothing())
      .execute();
    const row = { code_hash: tokenHash(code), user_id: who.id, bot_id: 7, created_at: fixtures.now, expires_at };
    await tx.insertInto('bind_codes').values(row).execute();
  });
}

async function insertApiToken(who: TestUser): Promise<void> {
  const row = { user_id: who.id, name: 'report', scope: 'read', token_hash: tokenHash(crypto.randomUUID()) } as const;
  await fixtures.transaction((tx) =>
    tx
      .insertInto('api_tokens')
      .values({ ...row, created_at: fixtures.now })
      .execute(),
  );
}

const resetTokenFor = async (who: TestUser): Promise<string> =>
  (await fixtures.call(root, 'POST', `/users/${who.id}/password-reset`)).body.token;
const unusedBindCodes = () => fixtures.db.read.selectFrom('bind_codes').select('user_id').where('used_at', 'is', null).execute();
const apiTokens = () => fixtures.db.read.selectFrom('api_tokens').select('user_id').execute();
const lastEvents = (n: number) =>
  fixtures.db.read
    .selectFrom('audit_events')
    .select(['event', 'actor_id', 'subject_type', 'detail'])
    .orderBy('id', 'desc')
    .limit(n)
    .execute();

describe('callout sessions', () => {
  it('callout sessions without --end-all prints how many sessions are open and ends none', async () => {
    const { token, cookie } = await signIn(wanda);
    await signIn(wanda);
    assert.equal(await sessionsCommand(), 'open sessions: 2\n');
    assert.equal((await withToken(fixtures, token)).status, 200);
    assert.equal((await refresh(cookie)).status, 200);
  });

  it('callout sessions --end-all ends sessions, access tokens, reset tokens and bind codes of all accounts at once', async () => {
    const signedIn = [await signIn(anna), await signIn(root)];
    const resetToken = await resetTokenFor(wanda);
    await insertBindCode(anna, 'a code');
    await insertApiToken(anna);
    const printed = await sessionsCommand('--end-all');
    assert.equal(
      printed,
      'sessions ended: 4, reset tokens voided: 1, company sign-ins voided: 0, codes for messengers voided: 1\n',
    );
    for (const { token, cookie } of signedIn) {
      assert.equal((await withToken(fixtures, token)).status, 401);
      assert.equal((await refresh(cookie)).status, 401);
    }
    assert.equal((await reset(resetToken, 'brand-new-1')).status, 400);
    assert.deepEqual(await unusedBindCodes(), []);
    assert.equal((await apiTokens()).length, 1, 'kept without --api-tokens');
    assert.deepEqual(await lastEvents(1), [
      { event: 'session_revoked', actor_id: null, subject_type: '', detail: { sessions: 4, by: 'callout sessions' } },
    ]);
  });

  it('callout sessions --end-all --api-tokens revokes the personal API tokens of all accounts, too', async () => {
    await insertApiToken(wanda);
    const printed = await sessionsCommand('--end-all', '--api-tokens');
    assert.equal(
      printed,
      'sessions ended: 0, reset tokens voided: 0, company sign-ins voided: 0, API tokens revoked: 2, calendar feeds voided: 0, codes for messengers voided: 0, webhooks disabled: 0\n',
    );
    assert.deepEqual(await apiTokens(), []);
    const events = await lastEvents(2);
    assert.deepEqual(
      events.map(({ event, detail }) => [event, detail]),
      [
        ['token_revoked', { tokens: 2, by: 'callout sessions' }],
        ['session_revoked', { sessions: 0, by: 'callout sessions' }],
      ],
    );
  });
});

it('after endAllSessions an old device does not end the session that its owner has started since', async () => {
  const before = await signIn(anna);
  await endAllSessions(fixtures.db, 'test', fixtures.now, 2);
  const now = await signIn(anna);
  assert.equal((await refresh(before.cookie)).status, 401);
  assert.equal((await withToken(fixtures, now.token)).status, 200);
  assert.equal((await refresh(now.cookie)).status, 200);
});

it('endAllSessions beside logins, refreshes and changes of two accounts neither fails nor makes them fail', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, i) => fixtures.createUser(`busy-${i}`, 'worker')));
  const started = await Promise.all(people.map((who) => signIn(who)));
  const [logins, refreshes, disabled] = await Promise.all([
    Promise.all(people.map((who) => signIn(who))),
    Promise.all(started.map(({ cookie }) => refresh(cookie))),
    // As an admin who changes an account: both are locked.
    Promise.all(
      people.map((who) =>
        fixtures.db.transaction((tx) =>
          tx.selectFrom('users').select('id').where('id', 'in', [who.id, root.id]).orderBy('id').forNoKeyUpdate().execute(),
        ),
      ),
    ),
    ...Array.from({ length: 4 }, () => endAllSessions(fixtures.db, 'test', fixtures.now, 2)),
  ]);
  assert.deepEqual(
    disabled.map((rows) => rows.length),
    people.map(() => 2),
  );
  for (const { status } of refreshes) assert([200, 401].includes(status), String(status));
  await endAllSessions(fixtures.db, 'test', fixtures.now, 2);
  for (const { token, cookie } of [...started, ...logins]) {
    assert.equal((await withToken(fixtures, token)).status, 401);
    assert.equal((await refresh(cookie)).status, 401);
  }
});
