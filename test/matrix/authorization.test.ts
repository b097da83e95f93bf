import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signAccessToken, signingKey } from '../../src/platform/security/tokens.ts';
import { password, secret, type TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import { createMatrixFixtures, lookUp } from './fixtures.ts';
import { Snapshot } from './snapshot.ts';
import { apiOperations, type Cell, rowsOf, TableRunner } from './table-runner.ts';
import { accounts, projects } from './tables/callers.ts';
import { tickets } from './tables/tickets.ts';
import { cookies, guarded, publicOperations } from './tables/tokens.ts';
import { transitions } from './tables/transitions.ts';

// Every operation by every kind of caller. The expectations are in tables/, written by hand from
// the specification; a refusal must be an error envelope and leave every table as it was.

const matrix = await createMatrixFixtures();
const { fixtures, people } = matrix;
const { root, anna, wanda } = fixtures;
const hour = 3_600_000;
const gone = await Promise.all((['admin', 'client', 'worker'] as const).map((role) => fixtures.createUser(`gone-${role}`, role)));

const sessions = await openSessions();
for (const { id } of gone) assert.equal((await fixtures.call(root, 'DELETE', `/users/${id}`)).status, 200);

for (const who of Object.values(people)) await openSession(fixtures, who);
const snapshot = await Snapshot.create(fixtures);
const runner = new TableRunner(matrix, snapshot);
const callerRows = [accounts, projects, tickets].flatMap(rowsOf);
/** The first row of each operation. */
const firstRows = [...Map.groupBy([...callerRows, ...rowsOf(transitions)], ({ operation }) => operation).values()].flatMap(
  ([first]) => first ?? [],
);
const publicRows = rowsOf(publicOperations);
const isPublic = (operation: string): boolean => publicRows.some((row) => row.operation === operation);
/** A public operation that uses the account of an access token. */
const usesAccount = (operation: string): boolean => operation === 'POST /ext/grants/accept';
const guardedCells = rowsOf(guarded)[0]?.cells ?? {};
const tokenRows = [
  ...publicRows,
  ...firstRows.filter(({ operation }) => !isPublic(operation)).map((row) => ({ ...row, cells: guardedCells })),
];

it('the tables have a row for each operation of the API', () => {
  assert.deepEqual(firstRows.map(({ operation }) => operation).sort(), apiOperations().sort());
});

describe('authorization by caller', () => {
  for (const { request, cells } of callerRows) {
    it(`${request} returns the status of the table to each caller`, async () => {
      assert.deepEqual(await runner.runRow(request, cells), cells);
    });
  }
});

describe('missing and malformed ids', () => {
  const rows = [...callerRows, ...rowsOf(transitions)];
  /** Whether any row lets somebody of this role in. */
  const isAllowed = (role: string, operation: string): boolean =>
    rows.some(
      (row) =>
        row.operation === operation &&
        Object.entries(row.cells).some(([name, cell]) => people[name]?.role === role && cell !== '403'),
    );

  for (const { request, operation } of firstRows) {
    if (isPublic(operation)) continue;
    const [method = '', path = '', body] = request.split(' ');
    const [id] = /\{\w+\}/.exec(path.replace(/\?.*/, '')) ?? [];
    const cases: Record<string, string> = {};
    if (id !== undefined) {
      const missing = typeof matrix.ids[id.slice(1, -1)] === 'number' ? '{none}' : '{nobody}';
      cases[request.replace(id, missing)] = '404';
      cases[request.replace(id, '{junk}')] = '400';
      const isUpload = ['photo', 'paper', 'signature', 'problem'].includes(body ?? '');
      if (body !== undefined && !isUpload) cases[`${method} ${path.replace(id, missing)} empty`] = '400'; // of an upload the id
    } else if (body !== undefined) cases[`${method} ${path} empty`] = '400';
    if (Object.keys(cases).length === 0) continue;

    it(`${operation} returns 404 for a missing id, 400 for a malformed id or body, and 403 before both to other roles`, async () => {
      for (const [sent, status] of Object.entries(cases)) {
        const cells = [root, anna, wanda].map(({ name, role }) => [name, isAllowed(role, operation) ? status : '403']);
        assert.deepEqual(await runner.runRow(sent, Object.fromEntries(cells)), Object.fromEntries(cells), sent);
      }
    });
  }
});

interface Caller {
  /** Undefined: no token at all. */
  token(who: TestUser): Promise<string> | undefined;
  people: TestUser[];
  /** What is true of these people while they call. */
  state?: { is_active: boolean } | { token_version: number };
}

const callers: Record<string, Caller> = {
  none: { people: [root], token: () => undefined },
  forged: { people: [root, anna, wanda], token: (who) => sign(who, fixtures.now, 'not the secret of this service') },
  broken: {
    people: [root, anna, wanda],
    token: async (who) =>
      (await fixtures.accessTokenFor(who)).replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
  },
  expired: { people: [root, anna, wanda], token: (who) => sign(who, new Date(fixtures.now.getTime() - hour)) },
  outdated: { people: [root, anna, wanda], token: (who) => fixtures.accessTokenFor(who), state: { token_version: 1 } },
  deleted: { people: gone, token: (who) => fixtures.accessTokenFor(who) },
  disabled: { people: [root, anna, wanda], token: (who) => fixtures.accessTokenFor(who), state: { is_active: false } },
};

function sign(who: TestUser, at: Date, key = secret): Promise<string> {
  return signAccessToken(signingKey(key), { sub: who.id, role: who.role, ver: 0 }, at);
}

for (const [column, { people: users, token, state }] of Object.entries(callers)) {
  it(`every operation returns the status of the table to a caller with this token: ${column}`, async () => {
    if (state) await updateUsers(users, state);
    const sent: Cell[] = [];
    for (const who of users) {
      const bearer = await token(who);
      const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
      for (const { request, cells } of tokenRows) sent.push({ request, expected: lookUp(cells, column), headers, me: who.id });
    }
    await assertSeen(sent);
    if (state) await updateUsers(users, { is_active: true, token_version: 0 });
  });
}

/** Compares what is seen with what is expected, by request and caller. */
async function assertSeen(cells: Cell[]): Promise<void> {
  const seen = await runner.runCells(cells);
  const wrong = cells.flatMap(({ request, me, expected }, i) =>
    seen[i] === expected ? [] : `${request} by ${me}: ${seen[i]} instead of ${expected}`,
  );
  assert.deepEqual(wrong, []);
}

async function updateUsers(users: TestUser[], state: { is_active?: boolean; token_version?: number }): Promise<void> {
  const ids = users.map(({ id }) => id);
  await fixtures.transaction((tx) => tx.updateTable('users').set(state).where('id', 'in', ids).execute());
  await snapshot.save();
}

describe('authorization by API token', () => {
  // Out of its reach: sign-in, password, second factor, sessions and tokens, and the secrets of webhooks that people have made.
  const outOfReach =
    /^\S+ \/((auth|ext\/(password|mfa|passkeys?|sessions|tokens|grants|push\/subscriptions))(\/|$)|ext\/calendar$)|\/rotate-secret$/;

  /** What a message of the Model Context Protocol calls is checked by itself (test/mcp.test.ts). */
  const isRead = (operation: string): boolean => operation.startsWith('GET ') || operation === 'POST /ext/mcp';

  for (const scope of ['read', 'write'] as const) {
    it(`every operation returns to a ${scope} token what it returns to its owner, or 403 outside of its scope`, async () => {
      for (const who of [root, anna, wanda]) {
        const headers = { authorization: `Bearer ${await createApiToken(who, scope)}` };
        const sent = firstRows.map(({ request, operation, cells }) => {
          const isForbidden = outOfReach.test(operation) || (scope === 'read' && !isRead(operation));
          const isRefused = isForbidden && (!isPublic(operation) || usesAccount(operation));
          const expected = isRefused ? '403' : lookUp(cells, who.name);
          return { request, expected, headers, me: who.id };
        });
        await assertSeen(sent);
      }
    });
  }

  it('every operation returns to a revoked token what it returns to a forged access token', async () => {
    const headers = { authorization: `Bearer ${await createApiToken(root, 'write')}` };
    await fixtures.call(undefined, 'GET', '/tickets', undefined, headers); // is cached now
    await fixtures.transaction((tx) => tx.deleteFrom('api_tokens').execute());
    await snapshot.save();
    await assertSeen(
      tokenRows.map(({ request, cells }) => ({ request, expected: lookUp(cells, 'forged'), headers, me: root.id })),
    );
  });

  /** Its last use is in the snapshot, so that requests do not write it. */
  async function createApiToken(who: TestUser, scope: 'read' | 'write'): Promise<string> {
    const { status, body } = await fixtures.call(who, 'POST', '/ext/tokens', { name: 'program', scope });
    assert.equal(status, 201);
    await fixtures.transaction((tx) => tx.updateTable('api_tokens').set({ last_used_at: fixtures.now }).execute());
    await snapshot.save();
    return body.token;
  }
});

describe('authorization by Act-For', () => {
  // What belongs to the sender alone.
  const ofSender =
    /^\S+ \/(auth|ext\/(me|password|sessions|mfa|passkeys?|tokens|calendar|notifications|push|grants|teams|webhooks|messenger|oidc|snippets))(\/|$)|^\S+ \/ext\/users\/\{\}\/(data|invitation)$/;

  interface Pair {
    sender: TestUser;
    principal: TestUser;
    may: 'read' | 'write' | 'nothing';
  }

  async function pairs(): Promise<Record<string, Pair>> {
    const [writer, reader, former] = await Promise.all(
      ['deputy-writer', 'deputy-reader', 'deputy-former'].map((name) => fixtures.createUser(name, 'client')),
    );
    const lead = await fixtures.createUser('lead', 'worker');
    assert(writer && reader && former);
    const grant = async (deputy: TestUser, scope: 'read' | 'write'): Promise<string> => {
      const { body } = await fixtures.call(anna, 'POST', '/ext/grants', { email: deputy.email, scope });
      const accepted = await fixtures.call(deputy, 'POST', '/ext/grants/accept', { token: body.link.split('#token=')[1] });
      assert.equal(accepted.status, 200);
      return body.id;
    };
    await grant(writer, 'write');
    await grant(reader, 'read');
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/grants/${await grant(former, 'write')}`)).status, 200);
    const team = { name: 'South', lead_id: lead.id, member_ids: [wanda.id] };
    assert.equal((await fixtures.call(root, 'POST', '/ext/teams', team)).status, 201);
    await snapshot.save();
    return {
      'an admin for a client': { sender: root, principal: anna, may: 'write' },
      'an admin for a worker': { sender: root, principal: wanda, may: 'write' },
      'a deputy with the scope write': { sender: writer, principal: anna, may: 'write' },
      'a deputy with the scope read': { sender: reader, principal: anna, may: 'read' },
      'a former deputy': { sender: former, principal: anna, may: 'nothing' },
      'the lead of a team for a member': { sender: lead, principal: wanda, may: 'write' },
      'a member of a team for its lead': { sender: wanda, principal: lead, may: 'nothing' },
      'a client for another one': { sender: people['boris'] ?? anna, principal: anna, may: 'nothing' },
      'an admin for another one': { sender: root, principal: people['rosa'] ?? root, may: 'nothing' },
    };
  }

  /** Decisions that no admin takes for a client. */
  const ofOwners = /^POST \/ext\/quotes\/\{\}\/(approve|decline)$/;

  it('every operation returns to the sender what it returns to the principal, or 403 outside of what the sender may', async () => {
    for (const [name, { sender, principal, may }] of Object.entries(await pairs())) {
      const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(sender)}`, 'act-for': principal.id };
      const sent = firstRows.flatMap(({ request, operation, cells }) => {
        if (usesAccount(operation)) return [];
        const isOwnDecision = name === 'an admin for a client' && ofOwners.test(operation);
        const isAllowed =
          !isOwnDecision && !ofSender.test(operation) && (may === 'write' || (may === 'read' && operation.startsWith('GET ')));
        const open = isPublic(operation) ? (cells[principal.name] ?? cells['wanda']) : undefined;
        const expected = open ?? (isAllowed ? lookUp(cells, principal.name) : '403');
        return [{ request, expected, headers, me: principal.id }];
      });
      const seen = await runner.runCells(sent);
      const wrong = sent.flatMap(({ request, expected }, i) =>
        seen[i] === expected ? [] : `${request} by ${name}: ${seen[i]} instead of ${expected}`,
      );
      assert.deepEqual(wrong, []);
    }
  });
});

describe('authorization by refresh cookie', () => {
  for (const { request, cells } of rowsOf(cookies)) {
    it(`${request} returns the status of the table for each refresh cookie`, async () => {
      const seen: Record<string, string> = {};
      for (const column of Object.keys(cells)) {
        const cookie = lookUp(sessions, column);
        const headers: Record<string, string> = cookie ? { cookie: `refresh_token=${cookie}` } : {};
        seen[column] = await runner.run({ request, expected: '', headers, me: '' });
      }
      assert.deepEqual(seen, cells);
    });
  }
});

it('all tables are as they were before the requests', async () => {
  assert.deepEqual(await snapshot.changed(), []);
});

/** Each of an account of its own: a revoked one that comes back ends all sessions of the account. */
async function openSessions(): Promise<Record<string, string>> {
  const open = async (who: TestUser): Promise<string> => {
    const answer = await fixtures.call(undefined, 'POST', '/auth/login', { email: who.email, password });
    assert.equal(answer.status, 200);
    return answer.cookies[0]?.value ?? '';
  };
  const [valid, revoked, expired, disabled] = await Promise.all(
    ['valid', 'revoked', 'expired', 'disabled'].map((name) => fixtures.createUser(`session-${name}`, 'client')),
  );
  const deleted = gone[0];
  assert(valid && revoked && expired && disabled && deleted);
  const cookies = {
    none: '',
    unknown: 'x'.repeat(43),
    revoked: await open(revoked),
    expired: await open(expired),
    disabled: await open(disabled),
    deleted: await open(deleted),
    valid: await open(valid),
  };
  await fixtures.call(undefined, 'POST', '/auth/logout', undefined, { cookie: `refresh_token=${cookies.revoked}` });
  await fixtures.transaction(async (tx) => {
    await tx.updateTable('refresh_sessions').set({ expires_at: fixtures.now }).where('user_id', '=', expired.id).execute();
    await tx.updateTable('users').set({ is_active: false }).where('id', '=', disabled.id).execute();
  });
  return cookies;
}
