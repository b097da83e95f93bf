import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { days } from '../../src/platform/lib/duration.ts';
import { tokenHash } from '../../src/platform/security/tokens.ts';
import { Fixtures, password, type TestUser } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { waitForLockWait } from '../../testing/wait.ts';

const smtp = await startSmtpServer();
after(() => smtp.stop());
const fixtures = await Fixtures.create({
  PUBLIC_URL: 'https://callout.example.com',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'Callout <callout@example.com>',
});
const { root, anna, boris, wanda, lobby } = fixtures;
type Method = Parameters<Fixtures['call']>[1];

const callFor = (sender: TestUser, principal: TestUser, method: Method, url: string, body?: unknown, headers = {}) =>
  fixtures.call(sender, method, url, body, { 'act-for': principal.id, ...headers });
const ticket = { category: 'electric', description: 'The lamp is dark', object_id: lobby };
const tokenOf = (link: string): string => link.slice(link.indexOf('#token=') + 7);

async function invite(email: string, changes: object = {}, principal = anna) {
  const answer = await fixtures.call(principal, 'POST', '/ext/grants', { email, scope: 'write', ...changes });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { ...answer.body, token: tokenOf(answer.body.link) };
}

/** Makes an account a deputy. @returns the id of the grant */
async function grantTo(deputy: TestUser, changes: object = {}, principal = anna): Promise<string> {
  const { token } = await invite(deputy.email, changes, principal);
  const { status, body } = await fixtures.call(deputy, 'POST', '/ext/grants/accept', { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body.id;
}
const revoke = (id: string, who = anna) => fixtures.call(who, 'DELETE', `/ext/grants/${id}`);

describe('invitations of deputies', () => {
  it('POST /ext/grants answers the same for any address, with a link whose token is stored as a hash only', async () => {
    const known = await invite(boris.email);
    const unknown = await invite('nobody@example.com');
    assert.deepEqual(Object.keys(known), Object.keys(unknown));
    assert.deepEqual([known.status, known.deputy_id, known.notify, known.scope], ['invited', null, true, 'write']);
    assert.equal(new Date(known.expires_at).getTime(), fixtures.now.getTime() + days(7));
    assert.match(known.link, /^https:\/\/callout\.example\.com\/app\/accept-grant#token=[\w-]{43}$/);
    const rows = await fixtures.db.read.selectFrom('account_grants').selectAll().where('id', '=', known.id).execute();
    assert.deepEqual(rows[0]?.token_hash, tokenHash(known.token));
    assert(!JSON.stringify(rows).includes(known.token));
    for (const { id } of [known, unknown]) assert.equal((await revoke(id)).status, 200);
  });

  it('a signed-in client accepts with whatever address; the token works once', async () => {
    const maria = await fixtures.createUser('maria', 'client');
    const { id, token } = await invite('another@example.com');
    const accept = (who: TestUser) => fixtures.call(who, 'POST', '/ext/grants/accept', { token });
    for (const who of [anna, wanda, root]) assert.equal((await accept(who)).status, 400, who.name);
    const { status, body } = await accept(maria);
    assert.deepEqual([status, body.id, body.status, body.deputy_id, body.expires_at], [200, id, 'active', maria.id, null]);
    assert.equal((await accept(boris)).body.error, 'the invitation is unknown, used or expired');
    const again = await invite(maria.email);
    const second = await fixtures.call(maria, 'POST', '/ext/grants/accept', { token: again.token });
    assert.deepEqual([second.status, second.body.error], [400, 'you act for this client already']);
    await revoke(again.id);
    assert.equal((await fixtures.call(maria, 'GET', '/ext/me')).body.acts_for[0].id, anna.id);
    assert.equal((await revoke(id, maria)).status, 200);
    assert.deepEqual((await fixtures.call(maria, 'GET', '/ext/me')).body.acts_for, []);
  });

  it('without an access token name and password make a confirmed client account of the address; 409 when it has one', async () => {
    const { token } = await invite('Dora@Example.com', { scope: 'read' });
    const accept = (body: object, headers = {}) =>
      fixtures.call(undefined, 'POST', '/ext/grants/accept', { token, ...body }, headers);
    assert.equal((await accept({})).status, 400);
    assert.equal((await accept({ name: 'Dora', password: 'short' })).status, 400);
    assert.equal((await accept({ name: 'Dora', password }, { authorization: 'Bearer nonsense' })).status, 401);
    // Operations that need no token ignore the header.
    const accepted = await accept({ name: 'Dora', password }, { 'act-for': 'nobody' });
    assert.deepEqual([accepted.status, accepted.body.deputy_name], [200, 'Dora']);
    const login = await fixtures.call(undefined, 'POST', '/auth/login', { email: 'dora@example.com', password });
    assert.deepEqual([login.status, login.body.user.role], [200, 'client']);
    const taken = await invite(boris.email);
    const refused = { token: taken.token, name: 'Boris', password };
    assert.equal((await fixtures.call(undefined, 'POST', '/ext/grants/accept', refused)).status, 409);
    await revoke(taken.id);
    await revoke(accepted.body.id);
  });

  it('an invitation expires after 7 days, and a new one of the address replaces it', async () => {
    const first = await invite('paul@example.com');
    const second = await invite('PAUL@example.com');
    const accept = (token: string) => fixtures.call(boris, 'POST', '/ext/grants/accept', { token });
    assert.equal((await accept(first.token)).status, 400);
    const before = fixtures.now;
    fixtures.advanceClock(days(7));
    assert.equal((await accept(second.token)).status, 400);
    fixtures.now = before;
    assert.equal((await accept(second.token)).status, 200);
    await revoke(second.id);
  });

  it('an address is sent three invitations a day, whoever invites it to what; the answer has a link all the same', async () => {
    await fixtures.clearDeliveries();
    const email = 'Many@Example.com';
    const ofAccount = await fixtures.call(root, 'POST', '/ext/users', { email, name: 'Many', role: 'client', mail: true });
    assert.deepEqual([ofAccount.status, ofAccount.body.is_mailed], [201, true]);
    const grants = [await invite(email), await invite('many@example.com', {}, boris), await invite(email)];
    assert.deepEqual(
      grants.map(({ is_mailed }) => is_mailed),
      [true, true, false],
    );
    assert.equal((await fixtures.pendingDeliveries('mails')).length, 3);
    const again = { mail: true };
    const { body } = await fixtures.call(root, 'POST', `/ext/users/${ofAccount.body.id}/invitation`, again);
    assert.equal(body.is_mailed, false);
    const before = fixtures.now;
    fixtures.advanceClock(days(1));
    const next = await invite(email);
    assert.equal(next.is_mailed, true);
    fixtures.now = before;
    for (const { id, who } of [
      { id: grants[1]?.id, who: boris },
      { id: next.id, who: anna },
    ])
      await revoke(id, who);
    await fixtures.clearDeliveries();
  });

  it('a mail has a link of its own, of which the queue holds nothing', async () => {
    await fixtures.clearDeliveries();
    const { id, token } = await invite('lena@example.com');
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), [{ kind: 'grant_invitation', grant_id: id }]);
    await fixtures.deliver('mails');
    const mail = smtp.mails().at(-1);
    assert(mail);
    const [, mailed = ''] = /accept-grant#token=([\w-]{43})/.exec(mail.text) ?? [];
    assert.notEqual(mailed, token);
    const { status } = await fixtures.call(undefined, 'POST', '/ext/grants/accept', { token: mailed, name: 'Lena', password });
    assert.equal(status, 200);
    const lena = await fixtures.db.read
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'lena@example.com')
      .executeTakeFirst();
    assert(lena?.email_verified_at, 'the mailed link proves the address');
    await revoke(id);
  });

  it('a client has at most 50, invited and active together', async () => {
    const owner = await fixtures.createUser('owner', 'client');
    for (let i = 0; i < 50; i++) await invite(`deputy-${i}@example.com`, {}, owner);
    const oneMore = () => fixtures.call(owner, 'POST', '/ext/grants', { email: 'late@example.com', scope: 'read' });
    assert.equal((await oneMore()).status, 409);
    await invite('deputy-0@example.com', {}, owner); // replaces one
    fixtures.advanceClock(days(7));
    assert.equal((await oneMore()).status, 201);
  });
});

describe('a deputy', () => {
  it('has the rights of the client within the scope of the grant and of its API token', async () => {
    const mary = await fixtures.createUser('mary', 'client');
    const id = await grantTo(mary, { scope: 'read' });
    const read = await callFor(mary, anna, 'GET', '/projects');
    assert.deepEqual([read.status, read.body], [200, (await fixtures.call(anna, 'GET', '/projects')).body]);
    const write = await callFor(mary, anna, 'POST', '/tickets', ticket);
    assert.deepEqual([write.status, write.body.error], [403, 'you may only read for this account']);
    assert.deepEqual((await fixtures.call(mary, 'GET', '/ext/me')).body.acts_for, [
      { id: anna.id, name: anna.name, role: 'client', scope: 'read' },
    ]);
    assert.equal((await fixtures.call(anna, 'PATCH', `/ext/grants/${id}`, { scope: 'write' })).status, 200);
    assert.equal((await callFor(mary, anna, 'POST', '/tickets', ticket)).status, 201);
    await openSession(fixtures, mary);
    const { body } = await fixtures.call(mary, 'POST', '/ext/tokens', { name: 'program', scope: 'read' });
    const byToken = (method: Method, sent?: object) =>
      fixtures.call(undefined, method, '/tickets', sent, { authorization: `Bearer ${body.token}`, 'act-for': anna.id });
    assert.deepEqual([(await byToken('GET')).status, (await byToken('POST', ticket)).status], [200, 403]);
    assert.equal((await fixtures.call(mary, 'GET', '/ext/grants', undefined, { 'act-for': anna.id })).status, 403);
    await fixtures.call(root, 'PATCH', `/users/${anna.id}`, { is_active: false });
    assert.equal((await callFor(mary, anna, 'GET', '/projects')).status, 403, 'a disabled client has no deputies');
    assert.deepEqual((await fixtures.call(mary, 'GET', '/ext/me')).body.acts_for, []);
    await fixtures.call(root, 'PATCH', `/users/${anna.id}`, { is_active: true });
    await revoke(id);
    assert.equal((await callFor(mary, anna, 'GET', '/projects')).status, 403);
  });

  it('PATCH /ext/grants/{id}: the deputy changes notify only, others find nothing', async () => {
    const nina = await fixtures.createUser('nina', 'client');
    const id = await grantTo(nina);
    const patch = (who: TestUser, body: object) => fixtures.call(who, 'PATCH', `/ext/grants/${id}`, body);
    assert.equal((await patch(nina, { notify: false })).body.notify, false);
    assert.equal((await patch(nina, { scope: 'read' })).status, 403);
    assert.equal((await patch(boris, { notify: true })).status, 404);
    assert.equal((await patch(root, { scope: 'read', notify: true })).body.scope, 'read');
    assert.equal((await revoke(id, boris)).status, 404);
    const ofAnna = (who: TestUser) => fixtures.call(who, 'GET', `/ext/grants?principal_id=${anna.id}`);
    const seen = await Promise.all([anna, root, nina, boris].map(async (who) => (await ofAnna(who)).body.items.length));
    assert.deepEqual(seen, [1, 1, 1, 0]);
    await revoke(id, root);
  });

  it('a key is another one for oneself, and for each client that one acts for', async () => {
    const olga = await fixtures.createUser('olga', 'client');
    const id = await grantTo(olga);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const project = { name: 'Keyed' };
    const own = await fixtures.call(olga, 'POST', '/projects', project, key);
    const acting = await callFor(olga, anna, 'POST', '/projects', project, key);
    const again = await callFor(olga, anna, 'POST', '/projects', project, key);
    assert.deepEqual([own.body.client_id, acting.body.client_id], [olga.id, anna.id]);
    assert.deepEqual([again.body, again.headers['idempotency-replayed']], [acting.body, 'true']);
    await revoke(id);
    assert.equal((await callFor(olga, anna, 'POST', '/projects', project, key)).status, 403);
  });

  it('an entity tag of the own list is none of the list of the client', async () => {
    const rita = await fixtures.createUser('rita', 'client');
    const id = await grantTo(rita);
    const { headers } = await fixtures.call(rita, 'GET', '/ext/views');
    const known = { 'if-none-match': String(headers['etag']) };
    assert.equal((await fixtures.call(rita, 'GET', '/ext/views', undefined, known)).status, 304);
    assert.equal((await callFor(rita, anna, 'GET', '/ext/views', undefined, known)).status, 200);
    await revoke(id);
  });

  it('is told what the client is told, but not what it did itself; the client hears what the deputy does', async () => {
    const vera = await fixtures.createUser('vera', 'client');
    const id = await grantTo(vera);
    const inboxOf = async (who: TestUser) =>
      (await fixtures.call(who, 'GET', '/ext/notifications?limit=100')).body.items as { event: string; params: object }[];
    const ticketId = await fixtures.createTicketWithStatus('in_progress');
    await fixtures.deliver('notifications');
    const before = (await inboxOf(anna)).length;
    await fixtures.call(wanda, 'PATCH', `/tickets/${ticketId}/done`);
    await fixtures.deliver('notifications');
    const [told] = await inboxOf(vera);
    assert.equal(told?.event, 'ticket_done');
    assert.deepEqual(
      { ...told.params, title: '', object_name: '', actor_name: '', priority: '' },
      { title: '', object_name: '', actor_name: '', priority: '', principal_id: anna.id, principal_name: anna.name },
    );
    const count = (await inboxOf(vera)).length;
    await callFor(vera, anna, 'POST', `/ext/tickets/${ticketId}/comments`, { text: 'Thank you' });
    await callFor(vera, anna, 'PATCH', `/tickets/${ticketId}/reject`, { reason: 'Still dark' });
    const times = { from: '2126-03-05T08:00:00Z', to: '2126-03-05T10:00:00Z' };
    for (const [part, body] of [
      ['hold', { reason: 'access' }],
      ['appointment', times],
    ] as const)
      assert.equal((await callFor(vera, anna, 'PUT', `/ext/tickets/${ticketId}/${part}`, body)).status, 200);
    await fixtures.deliver('notifications');
    assert.equal((await inboxOf(vera)).length, count);
    assert.deepEqual(
      (await inboxOf(anna)).slice(0, -before).map(({ event }) => event),
      ['appointment_set', 'ticket_on_hold', 'comment_added', 'ticket_done'],
    );
    await fixtures.call(anna, 'PATCH', `/ext/grants/${id}`, { notify: false });
    await fixtures.call(wanda, 'POST', `/ext/tickets/${ticketId}/comments`, { text: 'You are welcome' });
    await fixtures.deliver('notifications');
    assert.equal((await inboxOf(vera)).length, count);
    await revoke(id);
  });

  it('gets mails that link to the page for the client, and none once the grant has ended', async () => {
    const zoe = await fixtures.createUser('zoe', 'client');
    const id = await grantTo(zoe);
    const on = { events: { ticket_done: { email: true, messenger: false, push: false } }, digest: 'none' };
    assert.equal((await fixtures.call(zoe, 'PUT', '/ext/notifications/preferences', on)).status, 200);
    const done = async () => {
      const ticketId = await fixtures.createTicketWithStatus('done');
      await fixtures.deliver('notifications');
      return ticketId;
    };
    const ticketId = await done();
    await fixtures.deliver('notification_mails');
    assert(smtp.mails().at(-1)?.text.includes(`/app/tickets/${ticketId}?act-for=${anna.id}`));
    const sent = smtp.mails().length;
    await done();
    await revoke(id);
    await fixtures.deliver('notification_mails');
    assert.equal(smtp.mails().length, sent);
  });
});

describe('a grant that is revoked during a request', () => {
  it('refuses the write that has not begun yet, and waits for one that has', async () => {
    const deputy = await fixtures.createUser('brief', 'client');
    const id = await grantTo(deputy);
    const total = async () => (await fixtures.call(anna, 'GET', '/tickets')).body.total as number;
    const before = await total();
    let answer: ReturnType<typeof callFor> | undefined;
    await fixtures.transaction(async (tx) => {
      // The request has passed its first check, and waits here before its changes.
      await sql`select from account_grants where id = ${id} for update`.execute(tx);
      answer = callFor(deputy, anna, 'POST', '/tickets', ticket);
      await waitForLockWait(fixtures.db);
      await tx.deleteFrom('account_grants').where('id', '=', id).execute();
    });
    assert.equal((await answer)?.status, 403);
    assert.equal(await total(), before);

    const second = await grantTo(deputy);
    const order: string[] = [];
    const both = await fixtures.transaction(async (tx) => {
      await sql`select from objects where id = ${lobby} for update`.execute(tx);
      const written = callFor(deputy, anna, 'POST', '/tickets', ticket).finally(() => order.push('written'));
      await waitForLockWait(fixtures.db);
      const revoked = revoke(second).finally(() => order.push('revoked'));
      return () => Promise.all([written, revoked]);
    });
    assert.deepEqual(
      (await both()).map(({ status }) => status),
      [201, 200],
    );
    assert.equal(order[0], 'written');
    assert.equal(await total(), before + 1);
  });

  it('refuses the answer of a read', async () => {
    const deputy = await fixtures.createUser('reader', 'client');
    const id = await grantTo(deputy);
    let read: ReturnType<typeof callFor> | undefined;
    await fixtures.transaction(async (tx) => {
      await sql`lock table saved_views in access exclusive mode`.execute(tx);
      read = callFor(deputy, anna, 'GET', '/ext/views');
      await waitForLockWait(fixtures.db);
      await revoke(id);
    });
    assert.deepEqual([(await read)?.status, (await read)?.body], [403, { error: 'you may not act for this account' }]);
  });
});

it('a password that the owner replaces ends what the one before may have granted; end_all ends all grants', async () => {
  const owner = await fixtures.createUser('changed', 'client');
  await grantTo(boris, {}, owner);
  await openSession(fixtures, owner);
  const change = { current: password, new: 'another-horse-1', end_all: true };
  assert.equal((await fixtures.call(owner, 'POST', '/ext/password', change)).status, 200);
  assert.equal((await callFor(boris, owner, 'GET', '/projects')).status, 403);
});

it('a grant ends with the account of its deputy, and with that of its client', async () => {
  const [owner, deputy] = [await fixtures.createUser('left-owner', 'client'), await fixtures.createUser('left-deputy', 'client')];
  for (const leaving of [deputy, owner]) {
    await grantTo(leaving === deputy ? deputy : boris, {}, owner);
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${leaving.id}`)).status, 200);
  }
  assert.equal((await fixtures.call(boris, 'GET', '/ext/me')).body.acts_for.length, 0);
});

it('the audit log has the grants, with who gave and who accepted them', async () => {
  const hugo = await fixtures.createUser('hugo', 'client');
  const id = await grantTo(hugo);
  await revoke(id);
  const { items } = (await fixtures.call(root, 'GET', `/ext/audit?subject_id=${id}`)).body;
  assert.deepEqual(
    items.map(({ event, actor_id }: { event: string; actor_id: string }) => [event, actor_id]),
    [
      ['grant_revoked', anna.id],
      ['grant_accepted', hugo.id],
      ['grant_created', anna.id],
    ],
  );
});
