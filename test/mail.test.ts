import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { createMailHandler } from '../src/outbound/mail/delivery-handler.ts';
import type { ConfirmationMail } from '../src/outbound/mail/payloads.ts';
import { accountConfirmedMail, accountEnabledMail } from '../src/outbound/mail/templates.ts';
import { mayGoUnencrypted } from '../src/outbound/mail/transport.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Delivery, noTenant } from '../src/platform/deliveries/queue.ts';
import { Fixtures, password, secret, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';

const smtp = await startSmtpServer({ auth: { user: 'callout', password: 'mail-secret' } });
after(() => smtp.stop());
const settings = {
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  SMTP_USER: 'callout',
  SMTP_PASSWORD: 'mail-secret',
  MAIL_FROM: 'Callout <callout@example.com>',
  PUBLIC_URL: 'https://callout.example.com',
};
const fixtures = await Fixtures.create(settings);
const { anna, boris, root, wanda } = fixtures;
const day = 86_400_000;

const forgot = (email: unknown, headers = {}) => fixtures.call(undefined, 'POST', '/auth/forgot-password', { email }, headers);
const mailsTo = (address: string) => smtp.mails().filter(({ to }) => to.includes(address));

/** A claimed delivery with this payload. */
const deliveryOf = (payload: ConfirmationMail): Delivery<'mails'> => ({
  id: 1,
  tenant: noTenant,
  payload,
  created_at: fixtures.now.toISOString(),
  attempts: 1,
  last_error: null,
});
const tokenIn = (text: string): string => /#token=([\w-]+)/.exec(text)?.[1] ?? '';

async function usedAt(userId: string): Promise<(string | null)[]> {
  const rows = await fixtures.db.read
    .selectFrom('reset_tokens')
    .select('used_at')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ used_at }) => used_at);
}

describe('password reset mail', () => {
  it('the reset mail goes out over TLS as text and HTML, and its token works once', async () => {
    assert.deepEqual((await forgot('Anna@EXAMPLE.com')).body, { ok: true });
    assert.equal(await fixtures.deliver('mails'), 1);
    const [mail] = mailsTo(anna.email);
    assert(mail);
    assert.deepEqual([mail.secure, mail.user, mail.from], [true, 'callout', 'callout@example.com']);
    const token = tokenIn(mail.text);
    assert(token.length >= 43 && mail.html.includes(token));
    assert(mail.text.includes(`https://callout.example.com/app/reset-password#token=${token}`));
    const reset = { token, password: 'new-password-2' };
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/reset-password', reset)).status, 200);
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/reset-password', reset)).status, 400);
    const login = (secretWord: string) =>
      fixtures.call(undefined, 'POST', '/auth/login', { email: anna.email, password: secretWord });
    assert.equal((await login(password)).status, 401);
    assert.equal((await login('new-password-2')).status, 200);
  });

  it('POST /auth/forgot-password voids the tokens of its account at once, and of no other account', async () => {
    const disabled = await fixtures.createUser('doro', 'worker');
    const unconfirmed = await fixtures.createUser('ulla', 'worker', { confirmed_at: null });
    const other = await fixtures.createUser('otto', 'client');
    const people = [wanda, other, disabled, unconfirmed];
    const issued = await Promise.all(people.map((who) => fixtures.call(root, 'POST', `/users/${who.id}/password-reset`)));
    await fixtures.call(root, 'PATCH', `/users/${disabled.id}`, { is_active: false });
    fixtures.advanceClock(1_000);
    for (const who of [wanda, disabled, unconfirmed]) assert.equal((await forgot(who.email)).status, 200);
    const voidAt = await usedAt(wanda.id);
    assert.deepEqual(voidAt.at(-1), fixtures.now.toISOString());
    const statuses = [];
    for (const { body } of issued) {
      const use = { token: body.token, password: 'new-password-4' };
      statuses.push((await fixtures.call(undefined, 'POST', '/auth/reset-password', use)).status);
    }
    assert.deepEqual(statuses, [400, 200, 200, 200]);
    fixtures.advanceClock(1_000);
    await forgot(wanda.email);
    assert.deepEqual(await usedAt(wanda.id), voidAt, 'what is void keeps its time');
    await fixtures.deliver('mails');
  });

  it('a delayed reset mail does not void a token that was requested later', async () => {
    fixtures.advanceClock(day);
    await forgot(wanda.email);
    smtp.failNext();
    assert.equal(await fixtures.deliver('mails'), 0);
    fixtures.advanceClock(1);
    const { body } = await fixtures.call(root, 'POST', `/users/${wanda.id}/password-reset`);
    const before = mailsTo(wanda.email).length;
    assert.equal(await fixtures.deliver('mails'), 1, 'dropped');
    assert.equal(mailsTo(wanda.email).length, before);
    const use = { token: body.token, password: 'new-password-3' };
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/reset-password', use)).status, 200);
  });

  it('mails show the name of an account on one line and cut it', () => {
    const name = `Bob\r\n\r\nClick here now${'!'.repeat(100)}`;
    const { text } = accountConfirmedMail({ name, language: null }, 'https://callout.example.com/app/');
    assert(text.startsWith('Hello Bob Click here now!'));
    assert((text.split('\n')[0] ?? '').length < 80);
  });

  it('mails leave out a name that mail programs could show as a link', () => {
    const link = 'https://callout.example.com/app/';
    for (const name of [
      'please sign in at https://evil.example',
      'please sign in at evil.example',
      'www.evil.example',
      'evil\uFF0Eexample',
      'evil\u3002example',
      '10.0.0.10',
      'evil:8080/login',
      'me@evil.example',
    ]) {
      const greeting = accountConfirmedMail({ name, language: null }, link).text.split('\n')[0];
      assert.equal(greeting, 'Hello,', name);
      const { text } = accountEnabledMail(
        { name: 'Root', language: null },
        { name, email: 'w@example.com' },
        { name, email: 'c@example.com' },
        link,
      );
      assert.match(text, /^The account of w@example\.com, which you had disabled, was enabled by c@example\.com\.$/m, name);
    }
    for (const name of ['J. R. Weber', 'J.R. Weber', 'Anna Müller, Dr. med.', "O'Neil & Söhne GmbH"]) {
      assert.equal(accountConfirmedMail({ name, language: null }, link).text.split('\n')[0], `Hello ${name},`);
    }
  });

  it('POST /auth/forgot-password sends no mail to unknown, unconfirmed or disabled accounts and returns the same response', async () => {
    const before = smtp.mails().length;
    const unconfirmed = await fixtures.createUser('una', 'worker', { confirmed_at: null });
    const disabled = await fixtures.createUser('dora', 'worker', { is_active: false });
    for (const email of ['nobody@example.com', unconfirmed.email, disabled.email]) {
      const { status, body } = await forgot(email);
      assert.deepEqual([status, body], [200, { ok: true }]);
    }
    assert.equal(await fixtures.deliver('mails'), 3, 'known or not, the request does the same');
    assert.equal(smtp.mails().length, before);
  });

  it('POST /users/{id}/confirm sends a mail to the confirmed account', async () => {
    const { body: made } = await fixtures.call(boris, 'POST', '/users', {
      email: 'willi@example.com',
      name: 'Willi <b>"&"<b>',
      password: 'correct-horse-1',
      role: 'worker',
    });
    assert.equal(await fixtures.deliver('mails'), 0);
    assert.equal((await fixtures.call(boris, 'POST', `/users/${made.id}/confirm`)).status, 200);
    assert.equal((await fixtures.call(boris, 'POST', `/users/${made.id}/confirm`)).status, 409);
    assert.equal(await fixtures.deliver('mails'), 1);
    const [mail] = mailsTo('willi@example.com');
    assert(mail);
    assert(mail.text.includes('https://callout.example.com/app/'));
    assert(mail.html.includes('Willi &lt;b&gt;&quot;&amp;&quot;&lt;b&gt;') && mail.text.includes('Willi <b>"&"<b>'));
  });

  it('the confirmation mail has a link to choose a password, whose use proves the address, and voids no reset token', async () => {
    const account = { email: 'vera@example.com', name: 'Vera', password: 'chosen-by-boris-1', role: 'worker' };
    const { body: made } = await fixtures.call(boris, 'POST', '/users', account);
    const issued = (await fixtures.call(root, 'POST', `/users/${made.id}/password-reset`)).body.token;
    fixtures.advanceClock(1_000);
    await fixtures.call(boris, 'POST', `/users/${made.id}/confirm`);
    await fixtures.deliver('mails');
    const [mail] = mailsTo(account.email);
    assert(mail?.text.includes('https://callout.example.com/app/reset-password#token='), mail?.text ?? '');
    const trust = async () => (await fixtures.call(root, 'GET', `/ext/users?ids=${made.id}`)).body.items[0];
    const reset = (token: string, changed: string) =>
      fixtures.call(undefined, 'POST', '/auth/reset-password', { token, password: changed });
    const { must_change_password, email_verified } = await trust();
    assert.deepEqual({ must_change_password, email_verified }, { must_change_password: true, email_verified: false });
    assert.equal((await reset(issued, 'with-the-token-1')).status, 200);
    assert.equal((await trust()).email_verified, false, 'a token that an admin passes on proves no address');

    const other = { ...account, email: 'vito@example.com' };
    const { id } = (await fixtures.call(boris, 'POST', '/users', other)).body;
    await fixtures.call(boris, 'POST', `/users/${id}/confirm`);
    await fixtures.deliver('mails');
    assert.equal((await reset(tokenIn(mailsTo(other.email)[0]?.text ?? ''), 'by-the-owner-1')).status, 200);
    const [proven] = (await fixtures.call(root, 'GET', `/ext/users?ids=${id}`)).body.items;
    assert.deepEqual([proven.must_change_password, proven.email_verified], [false, true]);
  });

  it('POST /ext/password tells the owner of the account by mail', async () => {
    const who = await fixtures.createUser('paula', 'worker');
    await openSession(fixtures, who);
    const change = { current: password, new: 'another-horse-2' };
    assert.equal((await fixtures.call(who, 'POST', '/ext/password', change)).status, 200);
    await fixtures.deliver('mails');
    const [mail] = mailsTo(who.email);
    assert(mail?.text.includes('password of your Callout account was changed'), mail?.text ?? '');
  });

  it('a mail is retried while the server is unavailable or defers it, and dropped when the mailbox does not exist', async () => {
    fixtures.advanceClock(day);
    await forgot(anna.email);
    const before = mailsTo(anna.email).length;
    smtp.failNext();
    assert.equal(await fixtures.deliver('mails'), 0);
    fixtures.advanceClock(1);
    smtp.pause();
    assert.equal(await fixtures.deliver('mails'), 0);
    fixtures.advanceClock(1);
    await smtp.resume();
    assert.equal(await fixtures.deliver('mails'), 1);
    assert.equal(mailsTo(anna.email).length, before + 1);
    smtp.refuse('wanda@example.com');
    await forgot(wanda.email);
    assert.equal(await fixtures.deliver('mails'), 1);
  });

  it('mail logs and stored failures do not contain the recipient address', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
    const who = await fixtures.createUser('quoted', 'client');
    smtp.refuse(who.email, 550);
    const handler = createMailHandler({ ...fixtures.deps, log });
    const mail = deliveryOf({ kind: 'account_confirmed', user_id: who.id });
    assert.equal(await handler(mail), 'dropped');
    assert.match(lines.join(''), /550.*<address>/);
    smtp.refuse(who.email, 450);
    await assert.rejects(handler(mail), ({ message }: Error) => /450/.test(message) && !message.includes(who.email));
    assert(!lines.join('').includes(who.email));
  });

  it('the reset mail goes to the stored address, however the request spelled it', async () => {
    const odd = await fixtures.createUser('odd', 'client');
    await fixtures.transaction((tx) =>
      tx
        .updateTable('users')
        .set({ email: 'a+b!#@example.com', email_key: 'a+b!#@example.com' })
        .where('id', '=', odd.id)
        .execute(),
    );
    await forgot('A+B!#@example.com');
    await fixtures.deliver('mails');
    assert.equal(mailsTo('a+b!#@example.com').length, 1);
  });
});

describe('mail about an account that is enabled again', () => {
  const setActive = (who: TestUser, target: TestUser, is_active: boolean) =>
    fixtures.call(who, 'PATCH', `/users/${target.id}`, { is_active });
  const told = () =>
    smtp.mails().filter(({ headers }) => headers['subject'] === 'A Callout account that you disabled is enabled again');
  let client: TestUser;
  let worker: TestUser;

  before(async () => {
    client = await fixtures.createUser('mila', 'client');
    worker = await fixtures.createUser('janek', 'worker');
    await fixtures.addMember(await fixtures.createProject(client, 'Mill'), worker, 'active');
    await fixtures.clearDeliveries();
  });

  it('PATCH /users/{id} by a client tells the admin who had disabled the account, and nobody else', async () => {
    assert.equal((await setActive(root, worker, false)).status, 200);
    assert.equal((await setActive(client, worker, true)).status, 200);
    assert.equal(await fixtures.deliver('mails'), 1);
    const [mail, ...others] = told();
    assert(mail);
    assert.deepEqual([mail.to, others], [[root.email], []]);
    assert.match(mail.text, /The account of janek \(janek@example\.com\), which you had disabled, was enabled by mila\./);
    assert(mail.text.includes('https://callout.example.com/app/users'));
    const { body } = await fixtures.call(root, 'GET', `/ext/audit?event=user_enabled&subject_id=${worker.id}`);
    assert.deepEqual([body.items[0].actor_id, body.items[0].detail], [client.id, { disabled_by: root.id }]);
  });

  it('PATCH /users/{id} by a client tells the admin also when the account is disabled again before the mail is sent', async () => {
    const before = told().length;
    await setActive(root, worker, false);
    await setActive(client, worker, true);
    await setActive(client, worker, false);
    assert.equal(await fixtures.deliver('mails'), 1);
    assert.equal(told().length, before + 1);
    await setActive(client, worker, true);
  });

  it('PATCH /users/{id} sends no mail when the same admin or no admin had disabled the account, or it was enabled already', async () => {
    const before = told().length;
    await setActive(root, worker, false);
    await setActive(root, worker, true);
    await setActive(client, worker, true);
    await setActive(client, worker, false);
    await setActive(root, worker, true);
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), []);
    assert.equal(told().length, before);
  });

  it('PATCH /users/{id} sends no mail to an admin who is disabled, and drops it when that happens before it is sent', async () => {
    const rosa = await fixtures.createUser('rosa', 'admin');
    await setActive(rosa, worker, false);
    await setActive(root, rosa, false);
    await setActive(client, worker, true);
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), []);
    await setActive(root, rosa, true);
    await setActive(rosa, worker, false);
    await setActive(client, worker, true);
    assert.equal((await fixtures.pendingDeliveries('mails')).length, 1);
    await setActive(root, rosa, false);
    const before = told().length;
    assert.equal(await fixtures.deliver('mails'), 1, 'dropped');
    assert.equal(told().length, before);
  });
});

it('the audit log has the address and the request that asked for a reset mail', async () => {
  await fixtures.clearDeliveries();
  fixtures.advanceClock(2 * day);
  const headers = { 'x-forwarded-for': '203.0.113.40', 'x-request-id': 'asked-for-a-mail' };
  assert.equal((await forgot(boris.email, headers)).status, 200);
  assert.equal(await fixtures.deliver('mails'), 1);
  const { body } = await fixtures.call(root, 'GET', `/ext/audit?event=password_reset_issued&subject_id=${boris.id}&limit=1`);
  const [{ actor_id, ip, request_id, detail }] = body.items;
  assert.deepEqual([actor_id, ip, request_id, detail], ['', '203.0.113.40', 'asked-for-a-mail', { by_mail: true }]);
});

describe('connection to the mail server', () => {
  const sendVia = async (changes: Record<string, string>): Promise<string> => {
    const config = loadConfig({ JWT_SECRET: secret, ...settings, ...changes });
    const handler = createMailHandler({ ...fixtures.deps, config });
    return handler(deliveryOf({ kind: 'account_confirmed', user_id: anna.id }));
  };

  it('mail is sent over implicit TLS when configured', async () => {
    const tls = await startSmtpServer({ secure: true });
    after(() => tls.stop());
    await sendVia({ SMTP_PORT: String(tls.port), SMTP_SECURE: 'true', SMTP_USER: '', SMTP_PASSWORD: '' });
    assert.equal(tls.mails()[0]?.secure, true);
  });

  it('mail is not sent without TLS when SMTP_REQUIRE_TLS is true', async () => {
    const plain = await startSmtpServer({ plain: true });
    const offering = await startSmtpServer();
    after(() => Promise.all([plain.stop(), offering.stop()]));
    const via = ({ port }: { port: number }, SMTP_REQUIRE_TLS: string) =>
      sendVia({ SMTP_PORT: String(port), SMTP_USER: '', SMTP_PASSWORD: '', SMTP_REQUIRE_TLS });
    await assert.rejects(via(plain, 'true'), /STARTTLS/i);
    assert.deepEqual(plain.mails(), []);
    assert.equal(await via(offering, 'true'), 'sent');
    assert.equal(offering.mails()[0]?.secure, true);
    assert.equal(await via(plain, 'false'), 'sent');
    assert.equal(plain.mails()[0]?.secure, false);
  });

  it('the start warns when mails may go unencrypted to another machine', () => {
    const mayGo = (changes: Record<string, string>): boolean | undefined => {
      const { smtp } = loadConfig({ JWT_SECRET: secret, SMTP_HOST: 'mail.example.com', ...changes });
      return smtp && mayGoUnencrypted(smtp);
    };
    assert.equal(mayGo({}), true);
    for (const safe of [
      { SMTP_REQUIRE_TLS: 'true' },
      { SMTP_SECURE: 'true' },
      { SMTP_USER: 'callout', SMTP_PASSWORD: 'secret' },
      { SMTP_HOST: 'localhost' },
      { SMTP_HOST: '127.0.0.1' },
    ])
      assert.equal(mayGo(safe), false, JSON.stringify(safe));
  });

  it('mail is retried later when the server rejects the password', async () => {
    await assert.rejects(sendVia({ SMTP_PASSWORD: 'wrong' }), /535/);
  });
});
