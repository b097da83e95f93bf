import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { password, type TestUser } from '../../testing/fixtures.ts';
import { bodies, createMatrixFixtures, lookUp } from './fixtures.ts';
import { Snapshot } from './snapshot.ts';
import { apiOperations, operationOf, TableRunner } from './table-runner.ts';
import { effects } from './tables/effects.ts';

// Every write among others of its kind: it changes the row that it is about, and no other.

const matrix = await createMatrixFixtures();
const { fixtures, people, ids } = matrix;
const { root, wanda, ivan } = fixtures;
await addBystanders();
const snapshot = await Snapshot.create(fixtures);
const runner = new TableRunner(matrix, snapshot);

const projects = ['tower', 'annex', 'shut', 'yard'];
const nameOf = new Map(Object.entries(ids).map(([name, id]) => [`${projects.includes(name) ? 'project ' : ''}${id}`, name]));

/** The column that a row is called by, where that is not its own id. */
const labelColumns: Record<string, string> = {
  refresh_sessions: 'user_id',
  reset_tokens: 'user_id',
  login_networks: 'user_id',
  ticket_events: 'ticket_id',
  ticket_comments: 'ticket_id',
  ticket_search: 'ticket_id',
  ticket_search_stale: 'object_id',
  ticket_chains: 'ticket_id',
  ticket_summaries: 'ticket_id',
  recurring_runs: 'rule_id',
  api_tokens: 'user_id',
  calendar_tokens: 'user_id',
  push_subscriptions: 'user_id',
  totp: 'user_id',
  recovery_codes: 'user_id',
  ticket_hand_backs: 'ticket_id',
  ticket_edits: 'ticket_id',
  ticket_equipment: 'ticket_id',
  ticket_tags: 'ticket_id',
  ticket_holds: 'ticket_id',
  ticket_appointments: 'ticket_id',
  ticket_cost_edits: 'ticket_id',
  ticket_checklists: 'ticket_id',
  ticket_checklist_items: 'ticket_id',
  ticket_appointment_offers: 'ticket_id',
  workers_on_the_way: 'ticket_id',
  worker_absences: 'worker_id',
  recurring_patterns: 'rule_id',
  report_ratings: 'report_id',
  object_portals: 'object_id',
  equipment_portals: 'equipment_id',
  oidc_identities: 'user_id',
  passkeys: 'user_id',
  passkey_requirements: 'user_id',
  team_members: 'worker_id',
};

const rows = effects
  .split('\n')
  .filter((line) => line.includes('|'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll(/ +/g, ' ')));

for (const [request = '', who = '', effect = ''] of rows) {
  it(`${request} by ${who} changes exactly the rows of the table`, async () => {
    let seen = '';
    await runner.run(await runner.cellOf(lookUp(people, who), request), async () => {
      seen = await changes();
      return undefined;
    });
    assert.equal(seen, effect);
  });
}

it('the table of effects has each operation by which a user writes', () => {
  const cookieOperations = ['POST /auth/refresh', 'POST /auth/logout', 'POST /ext/oidc/session'];
  // They take the answer of a device, or start what is finished with one.
  const deviceOperations = ['POST /ext/passkeys', 'POST /ext/passkey/registration', 'PUT /ext/mfa/passkey'];
  const deviceSignIns = ['POST /ext/passkey/sign-in', 'POST /ext/passkey/challenge'];
  const covered = new Set([
    ...rows.map(([request = '']) => operationOf(request)),
    ...cookieOperations,
    ...deviceOperations,
    ...deviceSignIns,
  ]);
  const missing = apiOperations().filter((operation) => !operation.startsWith('GET ') && !covered.has(operation));
  assert.deepEqual(missing, []);
});

it('all tables are as they were before the requests', async () => {
  assert.deepEqual(await snapshot.changed(), []);
});

/** Triggers update these tables with the tickets; the fixtures check them at the end. */
const derivedTables = new Set([
  'ticket_status_counts',
  'worker_closed_counts',
  'ticket_id_date_ranges',
  'ticket_changes',
  'changed_scopes',
]);

async function changes(): Promise<string> {
  const tables = new Map<string, { removed: string[]; added: string[] }>();
  for (const { table, now, row } of await snapshot.differences()) {
    if (derivedTables.has(table)) continue;
    const { removed, added } = tables.get(table) ?? { removed: [], added: [] };
    tables.set(table, { removed, added });
    (now ? added : removed).push(labelOf(table, row));
  }
  const descriptions = [...tables].map(([table, { removed, added }]) => {
    const marks = added.map((label) => {
      const before = removed.indexOf(label);
      if (before >= 0) removed.splice(before, 1);
      return `${before >= 0 ? '~' : '+'}${label}`;
    });
    return `${table} ${[...marks, ...removed.map((label) => `-${label}`)].sort().join(' ')}`;
  });
  return descriptions.sort().join(', ');
}

function labelOf(table: string, row: Record<string, unknown>): string {
  if (table === 'audit_events') return String(row['event']);
  if (table === 'deliveries') return String((row['payload'] as { kind: string }).kind);
  if (table === 'project_workers') return `${nameOf.get(`project ${row['project_id']}`)}/${nameOf.get(String(row['worker_id']))}`;
  const id = String(row[labelColumns[table] ?? 'id']);
  return nameOf.get(table === 'projects' ? `project ${id}` : id) ?? '*';
}

/** More of everything that a write could hit by mistake. */
async function addBystanders(): Promise<void> {
  for (const name of ['anna', 'boris', 'wanda', 'wanda', 'olga', 'oleg']) {
    const { email } = lookUp(people, name);
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/login', { email, password })).status, 200);
  }
  await claimOpenSessions();
  for (const name of ['anna', 'anna', 'boris', 'olga']) {
    const created = await fixtures.call(lookUp(people, name), 'POST', '/ext/tokens', { name: 'program', scope: 'write' });
    assert.equal(created.status, 201);
    ids[`${name}apitoken`] = created.body.id;
  }
  for (const name of ['anna', 'boris', 'olga', 'oleg']) {
    const subscription = bodies['push']?.(name, matrix);
    const subscribed = await fixtures.call(lookUp(people, name), 'POST', '/ext/push/subscriptions', subscription);
    assert.equal(subscribed.status, 201);
  }
  // Boris' only session has run out, and one of wanda's two.
  await fixtures.transaction((tx) =>
    sql`update refresh_sessions set expires_at = ${fixtures.now} where token_hash in
      (select distinct on (user_id) token_hash from refresh_sessions where user_id in (${fixtures.boris.id}, ${wanda.id}))`.execute(
      tx,
    ),
  );
  await claimOpenSessions();
  for (const name of ['olga', 'wanda', 'anna', 'oleg']) {
    const { status, body } = await fixtures.call(root, 'POST', `/users/${lookUp(people, name).id}/password-reset`);
    assert.equal(status, 200);
    matrix.resetToken = body.token; // the last one: the tokens of the others come first
  }
  const { body } = await fixtures.call(lookUp(people, 'olga'), 'GET', '/ext/sessions');
  ids['olgasession'] = body.items[0].id;
  // Wanda has not confirmed her second factor; those of boris and ivan are on.
  for (const name of ['wanda', 'boris', 'ivan']) {
    const started = await fixtures.call(lookUp(people, name), 'POST', '/ext/mfa/totp', { password });
    const code = TOTP.generate({ secret: Secret.fromBase32(started.body.secret), timestamp: fixtures.now.getTime() });
    if (name === 'wanda') {
      ids['otp'] = code;
      continue;
    }
    const confirmed = await fixtures.call(lookUp(people, name), 'POST', '/ext/mfa/totp/confirm', { code });
    assert.equal(confirmed.status, 200);
    if (name === 'boris') ids['recovery'] = confirmed.body.recovery_codes[0];
  }
  for (const name of ['anna', 'olga', 'boris']) ids[`${name}passkey`] = await addPasskey(lookUp(people, name));
  const requirement = { user_id: fixtures.boris.id, created_at: fixtures.now };
  await fixtures.transaction((tx) => tx.insertInto('passkey_requirements').values(requirement).execute());
  const annex = Number(lookUp(ids, 'annex'));
  await fixtures.addMember(annex, ivan, 'invited');
  await fixtures.addMember(annex, wanda, 'active');
}

/** @returns its id */
async function addPasskey({ id: user_id }: TestUser): Promise<string> {
  const bytes = Buffer.from(user_id);
  const key = { credential_id: bytes, public_key: bytes, counter: 0, transports: [], synced: false };
  const { id } = await fixtures.transaction((tx) =>
    tx
      .insertInto('passkeys')
      .values({ ...key, user_id, name: 'Phone', created_at: fixtures.now, last_used_at: null })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

/** Access tokens are of an open session of their account from now on. */
async function claimOpenSessions(): Promise<void> {
  const sessions = fixtures.db.read.selectFrom('refresh_sessions').select(['user_id', 'session_id as sid']);
  for (const { user_id, sid } of await sessions.where('expires_at', '>', fixtures.now.toISOString()).execute()) {
    fixtures.sessionClaims.set(user_id, { sid });
  }
}
