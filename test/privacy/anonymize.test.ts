import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type ApiResponse, password, type TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { openPortal, sendReport } from '../../testing/portal-client.ts';
import { realPhoto } from '../../testing/real-photos.ts';
import { createHook, fixtures, work } from '../webhooks/hook-fixtures.ts';

// People with names, addresses and phone numbers that stand nowhere else do all that their role can do. Afterwards nothing in the database
// and in no answer may have them.

const { root, anna, wanda, tower, lobby } = fixtures;
const roles = ['worker', 'client', 'admin'] as const;
const markers = roles.flatMap((role) => [`Quixmark ${role}`, `quixmark.${role}@marks.example`, `+49 555 ${role}`]);

async function send(
  who: TestUser | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const answer = await fixtures.call(who, method, path, body, headers);
  assert(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

const form = (name: string) => multipartForm([{ name, bytes: photo() }]);
const people: Record<string, TestUser> = {};
const markedBy = (role: string): TestUser => {
  const who = people[role];
  assert(who);
  return who;
};

async function createPerson(role: (typeof roles)[number]): Promise<TestUser> {
  const name = `Quixmark ${role}`;
  const email = `quixmark.${role}@marks.example`;
  const account = { role, name, email, phone: `+49 555 ${role}`, password };
  const { body } = await send(root, 'POST', '/users', account, { 'idempotency-key': `create-${role}` });
  await fixtures.call(undefined, 'POST', '/auth/login', { email: email.toUpperCase(), password: 'wrong-horse-1' });
  await send(undefined, 'POST', '/auth/login', { email, password });
  return { id: body.id, role, name, email };
}

/** What everybody has, whatever the role. */
async function fillAccount(who: TestUser): Promise<void> {
  await openSession(fixtures, who);
  await send(who, 'PATCH', '/ext/me', { name: `${who.name} the former`, phone: `+49 555 ${who.role}` });
  await send(who, 'POST', '/ext/tokens', { name: `Token of ${who.name}`, scope: 'read' });
  await send(who, 'POST', '/ext/views', { name: `View of ${who.name}`, query: { q: who.email } });
  await send(who, 'POST', '/ext/calendar');
  await send(who, 'POST', '/ext/mfa/totp', { password });
  const preferences = { events: {}, quiet_hours: null, digest: 'none' };
  await send(who, 'PUT', '/ext/notifications/preferences', preferences);
  const { now } = fixtures;
  await fixtures.transaction(async (tx) => {
    const chat = { messenger_target: `@${who.name.replace(' ', '_')}`, language: 'de' } as const;
    await tx.updateTable('users').set(chat).where('id', '=', who.id).execute();
    const keys = { credential_id: Buffer.from(who.id), public_key: Buffer.alloc(1), counter: 0, transports: [], synced: false };
    await tx
      .insertInto('passkeys')
      .values({ ...keys, user_id: who.id, name: `Key of ${who.name}`, created_at: now })
      .execute();
    const identity = {
      issuer: 'https://login.example.com',
      subject: who.email,
      user_id: who.id,
      linked_at: now,
      last_used_at: now,
    };
    await tx.insertInto('oidc_identities').values(identity).execute();
    const signIn = { issuer: identity.issuer, subject: 'x', email: who.email, isVerified: true, name: who.name };
    await sql`insert into oidc_sign_ins (code_hash, identity, expires_at)
      values (${Buffer.from(who.email)}, ${JSON.stringify(signIn)}, ${now})`.execute(tx);
    const endpoint = `https://push.example.com/${encodeURIComponent(who.email)}`;
    await sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
      values (${who.id}, gen_random_uuid(), ${endpoint}, '', '', ${now})`.execute(tx);
  });
}

const tickets: number[] = [];

/** Holds and appointments, of which one each is ended again. */
async function plan(who: TestUser, id: number): Promise<void> {
  const times = { from: '2030-01-01T08:00:00Z', to: '2030-01-01T10:00:00Z' };
  for (let round = 0; round < 2; round++) {
    await send(who, 'PUT', `/ext/tickets/${id}/appointment`, times);
    await send(who, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'part' });
    if (round === 0) for (const part of ['appointment', 'hold']) await send(who, 'DELETE', `/ext/tickets/${id}/${part}`);
  }
}

/** The worker takes a ticket of anna, and hands another one back. */
async function workAs(worker: TestUser): Promise<void> {
  await send(anna, 'POST', `/projects/${tower}/workers`, { worker_id: worker.id });
  await send(worker, 'POST', `/projects/${tower}/invitation/accept`);
  await send(worker, 'PUT', `/ext/users/${worker.id}/absences`, [{ from: '2027-03-02', to: '2027-03-06', note: worker.name }]);
  const id = await fixtures.createTicket();
  tickets.push(id);
  await send(worker, 'PATCH', `/tickets/${id}/take`);
  await send(worker, 'PATCH', `/tickets/${id}/start`);
  const picture = form('lamp.jpg');
  await send(worker, 'POST', `/tickets/${id}/photos`, picture.body, picture.headers);
  const round = { name: 'Round', items: [{ label: 'Light', kind: 'check' }] };
  const { body: list } = await fixtures.call(root, 'POST', '/ext/checklists', round);
  await send(worker, 'PUT', `/ext/tickets/${id}/checklist`, { checklist_id: list.id });
  await send(worker, 'PATCH', `/ext/tickets/${id}/checklist`, { answers: { [list.items[0].id]: true } });
  await send(worker, 'POST', `/ext/tickets/${id}/comments`, { text: 'Nearly done' });
  const second = form('cable.jpg');
  await send(worker, 'POST', `/ext/tickets/${id}/attachments`, second.body, second.headers);
  const found = multipartForm([
    { field: 'text', bytes: 'The door sticks' },
    { field: 'photo', name: 'door.png', bytes: await realPhoto({ width: 8, height: 8 }) },
  ]);
  await send(worker, 'POST', `/ext/tickets/${id}/reports`, found.body, found.headers);
  await send(worker, 'PATCH', `/tickets/${id}/done`);
  const line = { kind: 'labour', text: 'Replace the lamp', quantity: '1', unit_price: 4500 };
  const { body: cost } = await send(worker, 'POST', `/ext/tickets/${id}/costs`, { ...line, worker_id: worker.id });
  await send(worker, 'PATCH', `/ext/costs/${cost.id}`, { quantity: '2' });
  const { body: quote } = await send(worker, 'POST', `/ext/tickets/${id}/quotes`, { lines: [line] });
  await send(anna, 'POST', `/ext/quotes/${quote.id}/decline`, { reason: 'Too late' });
  await send(anna, 'PATCH', `/tickets/${id}/confirm`);
  const other = await fixtures.createTicket();
  tickets.push(other);
  await send(worker, 'PATCH', `/tickets/${other}/take`);
  await plan(worker, other);
  await send(worker, 'PUT', `/ext/tickets/${other}/hold`, { reason: 'access' });
  await send(worker, 'POST', `/ext/tickets/${other}/hand-back`, { reason: 'I have no key' });
  await send(root, 'POST', `/ext/tickets/${other}/reassign`, { worker_id: wanda.id });
}

/** The client has a project with a rule, a report and a webhook. */
async function ownAs(client: TestUser): Promise<void> {
  const project = await fixtures.createProject(client, 'Harbour');
  const object = await fixtures.createObject(client, project, 'Crane');
  await send(client, 'POST', `/projects/${project}/workers`, { worker_id: wanda.id });
  await send(wanda, 'POST', `/projects/${project}/invitation/accept`);
  await createHook(client, ['ticket_done', 'comment_added']);
  const id = await fixtures.createTicket({}, client, object);
  tickets.push(id);
  await send(client, 'POST', `/ext/tickets/${id}/comments`, { text: 'It is urgent' });
  const lines = [{ kind: 'labour', text: 'Replace the lamp', quantity: '1', unit_price: 4500 }];
  const { body: quote } = await send(root, 'POST', `/ext/tickets/${id}/quotes`, { lines });
  await send(client, 'POST', `/ext/quotes/${quote.id}/approve`);
  await send(wanda, 'PATCH', `/tickets/${id}/take`);
  await send(wanda, 'PATCH', `/tickets/${id}/start`);
  await send(wanda, 'PATCH', `/tickets/${id}/done`);
  await send(client, 'PATCH', `/tickets/${id}/reject`, { reason: 'Still dark' });
  await send(client, 'PATCH', `/ext/tickets/${id}`, { floor: '2' });
  await plan(client, id);
  await send(client, 'PATCH', `/tickets/${id}/cancel`, { reason: 'It was sold' });
  const rule = {
    object_id: object,
    category: 'other',
    description: 'Look at it',
    anchor_at: '2030-01-01T00:00:00Z',
    period_days: 7,
  };
  await send(client, 'POST', '/recurring', rule);
  const token = await openPortal(fixtures, client, object);
  const report = await sendReport(fixtures, token, { contact: `${client.name}, ${client.email}.`, email: client.email });
  assert.equal(report.status, 201, JSON.stringify(report.body));
  await send(client, 'POST', `/ext/reports/${report.body.id}/dismiss`, { reason: 'It works again' });
}

/** The admin acts on what belongs to others. */
async function manageAs(admin: TestUser): Promise<void> {
  const id = await fixtures.createTicket();
  tickets.push(id);
  await send(admin, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id });
  await send(admin, 'POST', `/ext/tickets/${id}/comments`, { text: 'Please look at it today' });
  await plan(admin, id);
  await send(admin, 'POST', '/users', { role: 'worker', name: 'Rosa', email: 'rosa@example.com', password });
  await send(admin, 'POST', `/projects/${tower}/workers`, { worker_id: fixtures.oleg.id });
  const rule = {
    object_id: lobby,
    category: 'other',
    description: 'Look at it',
    anchor_at: '2030-01-01T00:00:00Z',
    period_days: 7,
  };
  await send(admin, 'POST', '/recurring', rule);
  await send(admin, 'GET', '/ext/tickets.csv?timezone=UTC');
}

/** Tables with a row in which a marker stands, in whatever column. */
async function tablesWithMarkers(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(fixtures.db.read);
  const found: string[] = [];
  await fixtures.transaction(async (tx) => {
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} as t
        where exists (
          select from unnest(array['quixmark', '+49 555', ${Buffer.from('quixmark').toString('hex')}]) as marker
          where position(marker in lower(t::text)) > 0)`.execute(tx);
      if (rows.length > 0) found.push(name);
    }
  });
  return found;
}

/** What others read of the tickets, the accounts and what happened. */
const paths = (): string[] => [
  '/users?role=worker&include_inactive=1&limit=100',
  '/users?role=client&include_inactive=1&limit=100',
  '/users?role=admin&include_inactive=1&limit=100',
  '/tickets?limit=100',
  '/ext/tickets?limit=100',
  '/ext/tickets.csv?timezone=UTC',
  '/ext/audit?limit=100',
  '/ext/audit?limit=100&offset=100',
  '/ext/notifications?limit=100',
  '/ext/notifications/deliveries?limit=100',
  '/recurring?limit=100',
  '/ext/reports?limit=100',
  '/projects?limit=100',
  `/projects/${tower}/workers?limit=100`,
  ...tickets.flatMap((id) =>
    ['events', 'photos']
      .map((list) => `/tickets/${id}/${list}?limit=100`)
      .concat(
        [
          'comments',
          'attachments',
          'hand-backs',
          'holds',
          'appointments',
          'costs',
          'costs/edits',
          'quotes',
          'edits',
          'contacts',
          'chain',
          'chain/replacements',
        ].map((list) => `/ext/tickets/${id}/${list}`),
      ),
  ),
];

async function answersOf(who: TestUser): Promise<string> {
  const answers: string[] = [];
  for (const path of paths()) {
    const { body } = await fixtures.call(who, 'GET', path);
    answers.push(typeof body === 'string' ? body : JSON.stringify(body));
  }
  return answers.join('\n');
}

const chains = () =>
  Promise.all(
    tickets.map(async (id) => {
      const { body } = await send(root, 'GET', `/ext/tickets/${id}/chain?limit=100`);
      return { ok: body.ok, head: body.head, replaced: body.replaced, hashes: body.hashes };
    }),
  );
const anonymize = (who: { id: string }, by = root) => fixtures.call(by, 'POST', `/ext/users/${who.id}/anonymize`);

const plans = [
  'ticket_on_hold',
  'hold_ended',
  'appointment_set',
  'appointment_canceled',
  'quote_sent',
  'quote_answered',
] as const;

before(async () => {
  await createHook(root, [
    'ticket_created',
    'ticket_assigned',
    'ticket_done',
    'comment_added',
    'invitation',
    'handed_back',
    ...plans,
  ]);
  for (const role of roles) {
    const who = await createPerson(role);
    people[role] = who;
    await fillAccount(who);
  }
  await workAs(markedBy('worker'));
  await work(); // bodies that were sent
  await ownAs(markedBy('client'));
  await manageAs(markedBy('admin'));
  await fixtures.deliver('notifications');
  await work();
  await send(markedBy('admin'), 'POST', `/ext/tickets/${tickets[1]}/comments`, { text: 'Who has the key?' }); // waits to be delivered
  // As an upgrade left the entries of tickets that were older than the chain.
  await fixtures.transaction((tx) =>
    sql`update ticket_events set chain_hash = null where ticket_id = ${tickets.at(-1)}`.execute(tx),
  );
  const { body } = await send(undefined, 'POST', '/auth/forgot-password', { email: markedBy('client').email });
  assert(body);
});

describe('POST /ext/users/{id}/anonymize', () => {
  it('returns 409 for an active account, one with an unclosed ticket, and 404 for none', async () => {
    assert.equal((await anonymize(wanda)).status, 409);
    await send(root, 'PATCH', `/users/${wanda.id}`, { is_active: false });
    const refused = await anonymize(wanda);
    assert.deepEqual([refused.status, refused.body], [409, { error: 'the account has unclosed tickets' }]);
    await send(root, 'PATCH', `/users/${anna.id}`, { is_active: false });
    assert.equal((await anonymize(anna)).status, 409);
    for (const who of [wanda, anna]) await send(root, 'PATCH', `/users/${who.id}`, { is_active: true });
    assert.equal((await anonymize({ id: crypto.randomUUID() })).status, 404);
  });

  it('replaces the names, addresses and phone numbers in every table and every answer, and keeps the chains', async () => {
    const named = await tablesWithMarkers();
    for (const table of [
      ...['api_tokens', 'audit_events', 'deliveries', 'notifications', 'oidc_identities', 'oidc_sign_ins'],
      ...['passkeys', 'portal_reports'],
      ...['project_workers', 'push_subscriptions', 'recurring_rules', 'saved_views', 'ticket_attachments', 'ticket_comments'],
      ...[
        'ticket_appointments',
        'ticket_checklist_items',
        'ticket_costs',
        'ticket_cost_edits',
        'ticket_quotes',
        'ticket_edits',
        'ticket_events',
        'ticket_hand_backs',
        'ticket_holds',
        'ticket_photos',
        'users',
        'webhook_deliveries',
        'worker_absences',
      ],
    ])
      assert(named.includes(table), `${table} has no marker before: the test would show nothing`);
    assert.match(await answersOf(root), /Quixmark/);
    const before = await chains();
    for (const role of roles) {
      const who = markedBy(role);
      await send(root, 'PATCH', `/users/${who.id}`, { is_active: false });
      const { status, body } = await anonymize(who);
      assert.equal(status, 200, JSON.stringify(body));
      assert.match(body.name, new RegExp(`^Former ${role} \\d+$`));
      assert.deepEqual([body.phone, body.is_active], ['', false]);
    }
    await fixtures.deliver('notifications');
    await work();
    assert.deepEqual(await tablesWithMarkers(), []);
    for (const who of [root, anna, wanda]) {
      const answers = await answersOf(who);
      for (const marker of markers) assert(!answers.includes(marker), `${who.name} reads ${marker}`);
    }
    const after = await chains();
    assert(
      after.every(({ ok }) => ok),
      JSON.stringify(after),
    );
    for (const [index, chain] of after.entries()) {
      assert(chain.replaced > 0);
      const hashOf = ({ id, hash }: { id: number; hash: string }) => ({ id, hash });
      const known = before[index]?.hashes.map(hashOf);
      assert.deepEqual(chain.hashes.map(hashOf).slice(0, known.length), known, 'entries keep their hashes');
      assert.notEqual(chain.head, before[index]?.head);
    }
  });

  it('gives each account a number of its own, and says so in the audit log', async () => {
    const { body } = await send(root, 'GET', '/ext/audit?event=user_anonymized');
    const names = body.items.map(({ subject_name }: { subject_name: string }) => subject_name);
    assert.equal(new Set(names).size, 3);
  });

  it('replaces the addresses to which grants were sent in the audit log', async () => {
    const deputy = await fixtures.createUser('deputy', 'client');
    for (const email of [deputy.email, 'other-address@example.com']) {
      const { body } = await fixtures.call(anna, 'POST', '/ext/grants', { email, scope: 'read' });
      const [, token] = body.link.split('token=');
      assert.equal((await fixtures.call(deputy, 'POST', '/ext/grants/accept', { token })).status, 200);
      assert.equal((await fixtures.call(anna, 'DELETE', `/ext/grants/${body.id}`)).status, 200);
    }
    assert.equal((await fixtures.call(root, 'PATCH', `/users/${deputy.id}`, { is_active: false })).status, 200);
    const { body: former } = await anonymize(deputy);
    for (const event of ['grant_created', 'grant_accepted', 'grant_revoked']) {
      const { items } = (await send(root, 'GET', `/ext/audit?event=${event}`)).body;
      const names = items.slice(0, 2).map(({ subject_name }: { subject_name: string }) => subject_name);
      assert.deepEqual(names, [former.email, former.email], event);
    }
  });

  it('keeps the contact of somebody whose address has the one of the account in it', async () => {
    const ann = await fixtures.createUser('ann', 'client');
    const token = await openPortal(fixtures, anna, lobby);
    const reportFrom = async (contact: string): Promise<string> => (await sendReport(fixtures, token, { contact })).body.id;
    const contactOf = async (id: string) => {
      const report = fixtures.db.read.selectFrom('portal_reports').select('contact').where('id', '=', id);
      return (await report.executeTakeFirstOrThrow()).contact;
    };
    const [own, other] = [await reportFrom(`Ann <${ann.email.toUpperCase()}>`), await reportFrom(`jo${ann.email}`)];
    await send(root, 'PATCH', `/users/${ann.id}`, { is_active: false });
    const { body: former } = await anonymize(ann);
    assert.deepEqual([await contactOf(own), await contactOf(other)], [former.name, `jo${ann.email}`]);
  });

  it('replaces the name in what a worker was told of corrections', async () => {
    const editor = await fixtures.createUser('editor', 'admin');
    const id = await fixtures.createTicketWithStatus('assigned');
    assert.equal((await fixtures.call(editor, 'PATCH', `/ext/tickets/${id}`, { floor: '7' })).status, 200);
    await fixtures.deliver('notifications');
    const told = async () =>
      (await send(wanda, 'GET', '/ext/notifications?limit=100')).body.items.find(
        (one: { event: string; ticket_id: number }) => one.event === 'ticket_edited' && one.ticket_id === id,
      ).params.actor_name;
    assert.equal(await told(), 'editor');
    assert.equal((await fixtures.call(root, 'PATCH', `/users/${editor.id}`, { is_active: false })).status, 200);
    const { body: former } = await anonymize(editor);
    assert.equal(await told(), former.name);
  });

  it('returns 409 for a second call, for enabling the account and for another name', async () => {
    const former = markedBy('worker');
    assert.deepEqual((await anonymize(former)).body, { error: 'the account was anonymized' });
    assert.equal((await fixtures.call(root, 'PATCH', `/users/${former.id}`, { is_active: true })).status, 409);
    assert.equal((await fixtures.call(root, 'PATCH', `/ext/users/${former.id}`, { name: 'Wilma' })).status, 409);
  });

  it('ends what the account could sign in with and be told by', async () => {
    const { rows } = await sql<{ table: string; n: number }>`
      select 'refresh_sessions' as table, count(*)::int as n from refresh_sessions where user_id = any(${Object.values(people).map(({ id }) => id)}::uuid[])
      union all select 'totp', count(*)::int from totp
      union all select 'passkeys', count(*)::int from passkeys
      union all select 'webhooks', count(*)::int from webhooks where owner_id <> ${root.id}
      union all select 'chats', count(*)::int from users where messenger_target <> '' or bot_id is not null`.execute(
      fixtures.db.read,
    );
    for (const { table, n } of rows) assert.equal(n, 0, table);
    const { email } = markedBy('worker');
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/login', { email, password })).status, 401);
  });

  it('repeats no stored answer, and executes no request twice', async () => {
    const [role] = roles;
    const account = {
      role,
      name: `Quixmark ${role}`,
      email: `quixmark.${role}@marks.example`,
      phone: `+49 555 ${role}`,
      password,
    };
    const repeated = await fixtures.call(root, 'POST', '/users', account, { 'idempotency-key': `create-${role}` });
    assert.deepEqual(repeated.body, { error: 'the answer to this Idempotency-Key cannot be read any more' });
    assert.equal(repeated.status, 409);
  });

  it('leaves a chain that notices changes of replaced entries and of records, and goes on', async () => {
    const [id = 0, handedBack = 0] = tickets;
    const isWhole = async (ticket = id): Promise<boolean> => (await send(root, 'GET', `/ext/tickets/${ticket}/chain`)).body.ok;
    await send(wanda, 'PATCH', `/tickets/${handedBack}/start`); // an entry after the records
    assert.equal(await isWhole(handedBack), true);
    const { rows } = await sql<{ id: number; entry_id: number; actor_name: string }>`
      select r.id, r.entry_id, e.actor_name from journal_replacements as r join ticket_events as e on e.id = r.entry_id
      where r.ticket_id = ${id} order by r.id`.execute(fixtures.db.read);
    const [first] = rows;
    assert(first);
    const changes = [
      [
        sql`update ticket_events set comment = 'x' where id = ${first.entry_id}`,
        sql`update ticket_events set comment = '' where id = ${first.entry_id}`,
      ],
      [
        sql`update ticket_events set actor_name = 'anna' where id = ${first.entry_id}`,
        sql`update ticket_events set actor_name = ${first.actor_name} where id = ${first.entry_id}`,
      ],
      [
        sql`update journal_replacements set replaced_by = ${anna.id} where id = ${first.id}`,
        sql`update journal_replacements set replaced_by = ${root.id} where id = ${first.id}`,
      ],
    ] as const;
    for (const [change, undo] of changes) {
      await fixtures.transaction((tx) => change.execute(tx));
      assert.equal(await isWhole(), false);
      await fixtures.transaction((tx) => undo.execute(tx));
      assert.equal(await isWhole(), true);
    }
    await fixtures.transaction((tx) => sql`delete from journal_replacements where ticket_id = ${handedBack}`.execute(tx));
    assert.equal(await isWhole(handedBack), false);
  });

  it('does not hide that an entry was changed before its name was replaced', async () => {
    const admin = await fixtures.createUser('admin who leaves', 'admin');
    const id = await fixtures.createTicket();
    await send(admin, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id });
    await fixtures.transaction((tx) =>
      sql`update ticket_events set comment = 'changed' where ticket_id = ${id} and actor_id = ${admin.id}`.execute(tx),
    );
    await send(root, 'PATCH', `/users/${admin.id}`, { is_active: false });
    assert.equal((await anonymize(admin)).status, 200);
    const { body } = await send(root, 'GET', `/ext/tickets/${id}/chain`);
    assert.deepEqual([body.ok, body.reason, body.replaced], [false, 'entry_changed', 0]);
    assert.match((await send(root, 'GET', `/tickets/${id}/events`)).body.items[1].actor_name, /^Former admin/);
  });

  it('scripts/verify-chain.mjs accepts replaced entries, also with a head from before, and names them', async () => {
    const [id = 0] = tickets;
    const { body } = await send(root, 'GET', `/ext/tickets/${id}/chain?limit=100`);
    const [{ hash }] = body.hashes;
    await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
    const address = fixtures.app.server.address();
    assert(address && typeof address === 'object');
    const script = join(import.meta.dirname, '../../scripts/verify-chain.mjs');
    const env = { CALLOUT_TOKEN: await fixtures.accessTokenFor(root) };
    const output = await new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        [script, `http://127.0.0.1:${address.port}`, String(id), hash],
        { env },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      ),
    );
    assert.match(output, /entries unchanged, the name replaced in \d+/);
  });
});
