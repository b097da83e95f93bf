import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { describeFailure, isFinal } from '../src/outbound/mail/failure.ts';
import { createMailHandler } from '../src/outbound/mail/module.ts';
import type { ConfirmationMail } from '../src/outbound/mail/payloads.ts';
import { accountConfirmedMail, accountEnabledMail } from '../src/outbound/mail/templates.ts';
import { mayGoUnencrypted } from '../src/outbound/mail/transport.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import type { Outcome } from '../src/platform/deliveries/attempt-delivery.ts';
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
  lease: '',
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
    assert(lines.join('').includes(who.id), 'the line names the account');
    assert(lines.join('').includes('account_confirmed'), 'and the kind of mail');
    smtp.refuse(who.email, 450);
    await assert.rejects(handler(mail), ({ message }: Error) => /450/.test(message) && !message.includes(who.email));
    assert(!lines.join('').includes(who.email));
  });

  it('a mail is kept while the server does not let the service send, and sent when it does', async () => {
    const who = await fixtures.createUser('relayed', 'client');
    smtp.refuse(who.email, 554, `5.7.1 <${who.email}>: Relay access denied`);
    await forgot(who.email);
    assert.equal(await fixtures.deliver('mails'), 0);
    smtp.accept(who.email);
    fixtures.advanceClock(1);
    assert.equal(await fixtures.deliver('mails'), 1);
    assert.equal(mailsTo(who.email).length, 1);
  });

  it('each mail about an account asks for no absence note', () => {
    const mails = smtp.mails();
    assert(mails.length > 5);
    for (const { headers } of mails) {
      assert.deepEqual([headers['auto-submitted'], headers['x-auto-response-suppress']], ['auto-generated', 'All']);
    }
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
  const enabledMails = () =>
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
    const [mail, ...others] = enabledMails();
    assert(mail);
    assert.deepEqual([mail.to, others], [[root.email], []]);
    assert.match(mail.text, /The account of janek \(janek@example\.com\), which you had disabled, was enabled by mila\./);
    assert(mail.text.includes('https://callout.example.com/app/users'));
    const { body } = await fixtures.call(root, 'GET', `/ext/audit?event=user_enabled&subject_id=${worker.id}`);
    assert.deepEqual([body.items[0].actor_id, body.items[0].detail], [client.id, { disabled_by: root.id }]);
  });

  it('PATCH /users/{id} by a client tells the admin also when the account is disabled again before the mail is sent', async () => {
    const before = enabledMails().length;
    await setActive(root, worker, false);
    await setActive(client, worker, true);
    await setActive(client, worker, false);
    assert.equal(await fixtures.deliver('mails'), 1);
    assert.equal(enabledMails().length, before + 1);
    await setActive(client, worker, true);
  });

  it('PATCH /users/{id} sends no mail when the same admin or no admin had disabled the account, or it was enabled already', async () => {
    const before = enabledMails().length;
    await setActive(root, worker, false);
    await setActive(root, worker, true);
    await setActive(client, worker, true);
    await setActive(client, worker, false);
    await setActive(root, worker, true);
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), []);
    assert.equal(enabledMails().length, before);
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
    const before = enabledMails().length;
    assert.equal(await fixtures.deliver('mails'), 1, 'dropped');
    assert.equal(enabledMails().length, before);
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
  const mailerWith = (changes: Record<string, string>): (() => Promise<Outcome>) => {
    const config = loadConfig({ JWT_SECRET: secret, ...settings, ...changes });
    const handler = createMailHandler({ ...fixtures.deps, config });
    return () => handler(deliveryOf({ kind: 'account_confirmed', user_id: anna.id }));
  };
  const sendVia = (changes: Record<string, string>): Promise<Outcome> => mailerWith(changes)();

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

  it('SMTP_SECURITY=none sends without TLS where the server offers it', async () => {
    const offering = await startSmtpServer();
    after(() => offering.stop());
    const sent = sendVia({ SMTP_PORT: String(offering.port), SMTP_USER: '', SMTP_PASSWORD: '', SMTP_SECURITY: 'none' });
    assert.equal(await sent, 'sent');
    assert.equal(offering.mails()[0]?.secure, false);
  });

  it('with OAuth the service signs in with an access token, which it gets for the refresh token and keeps', async () => {
    const accessToken = 'access-token-1';
    const server = await startSmtpServer({ auth: { user: 'callout@example.com', password: '', accessToken } });
    const asked: Record<string, string>[] = [];
    const tokens = createServer(async (request, response) => {
      asked.push(Object.fromEntries(new URLSearchParams(await text(request))));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: accessToken, token_type: 'Bearer', expires_in: 3600 }));
    }).listen(0, '127.0.0.1');
    await once(tokens, 'listening');
    after(() => Promise.all([server.stop(), tokens.close()]));
    const send = mailerWith({
      SMTP_PORT: String(server.port),
      SMTP_USER: 'callout@example.com',
      SMTP_PASSWORD: '',
      SMTP_OAUTH_CLIENT_ID: 'client',
      SMTP_OAUTH_CLIENT_SECRET: 'client-secret',
      SMTP_OAUTH_REFRESH_TOKEN: 'refresh',
      SMTP_OAUTH_TOKEN_URL: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`,
    });
    for (let mail = 0; mail < 2; mail++) assert.equal(await send(), 'sent');
    assert.deepEqual(
      server.mails().map(({ user }) => user),
      ['callout@example.com', 'callout@example.com'],
    );
    const grant = { grant_type: 'refresh_token', client_id: 'client', client_secret: 'client-secret', refresh_token: 'refresh' };
    assert.deepEqual(asked, [grant]);
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

describe('answers of mail servers', () => {
  const answered = (response: string, command = 'RCPT TO') =>
    Object.assign(new Error(`Failed: ${response}`), { response, responseCode: Number.parseInt(response, 10), command });

  it('a refusal of the recipient, the size or the content is final', () => {
    for (const response of [
      '550 5.1.1 <x@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
      '550 5.1.1 <x@example.com>: Recipient address rejected: User unknown in relay recipient table',
      '550 5.1.1 <sender-policy@relay.example>: no such user',
      '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550 5.1.1 double-checking the address',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      '550 No such user here',
      '551 User not local; please try <x@example.com>',
      '552 5.2.2 Mailbox full',
      '553 mailbox name not allowed',
      '556 Domain does not accept mail',
    ])
      assert.equal(isFinal(answered(response)), true, response);
    for (const response of ['552 message too large', '554 5.6.0 Message contains invalid header', '552 5.3.4 Message too big'])
      assert.equal(isFinal(answered(response, 'DATA')), true, response);
  });

  it('a refusal that speaks of the permission to send, or that cannot be understood, is not final', () => {
    for (const response of [
      '554 5.7.1 <x@example.com>: Relay access denied',
      '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
      '550 relay not permitted',
      '550 5.1.1 relaying denied',
      "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
      '550 5.1.8 <callout@localhost>: Sender address rejected: Domain not found',
      '550 Sender verify failed',
      '550-Please turn on SMTP Authentication in your mail client\n550 or log in',
      '530 5.7.0 Authentication required',
      '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
      '554 5.7.1 <x@example.com>: Recipient address rejected: Access denied',
      '550 Requested action not taken: mailbox unavailable. Sender address is not allowed.',
      '571 Delivery not authorized',
      '503 5.5.1 Bad sequence of commands',
    ])
      assert.equal(isFinal(answered(response)), false, response);
    for (const response of [
      '554 5.2.252 SendAsDenied; callout@example.com not allowed to send as other@example.com',
      '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
      '554 Message rejected: Email address is not verified. The following identities failed the check',
      '550 The from address does not match a verified Sender Identity',
      '550 5.4.5 Daily SMTP relay limit exceeded for user',
      '554 Transaction failed',
    ])
      assert.equal(isFinal(answered(response, 'DATA')), false, response);
    assert.equal(isFinal(answered('550 5.1.1 no such user', 'MAIL FROM')), false);
    assert.equal(isFinal(answered('450 4.1.1 no such user')), false);
    assert.equal(isFinal(new Error('connect ECONNREFUSED')), false);
  });

  it('a failure is described on one line, without address and links, with the setting that it is about', () => {
    const reasonOf = (message: string, isTls = false, more = {}) =>
      describeFailure(Object.assign(new Error(message), more), 'x@example.com', {
        security: isTls ? 'tls' : 'opportunistic',
      });
    assert.equal(
      reasonOf('Failed: 550-5.1.1 <x@example.com>\n550 see https://example.com/x'),
      'Failed: 550-5.1.1 <<address>> 550 see <link>',
    );
    const openssl =
      '40B33442827F0000:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/openssl/ssl/x.c:78:\n';
    assert.match(
      reasonOf(openssl, true),
      /^TLS: wrong version number \(the port does not begin with TLS: set SMTP_SECURITY=starttls/,
    );
    assert.match(reasonOf('Greeting never received'), /SMTP_SECURITY=tls/);
    assert.doesNotMatch(reasonOf('Greeting never received', true), /SMTP_SECURE/);
    assert.match(reasonOf('self-signed certificate in certificate chain'), /NODE_EXTRA_CA_CERTS/);
    assert.match(reasonOf('Invalid login: 504', false, { responseCode: 504, command: 'AUTH PLAIN' }), /set SMTP_OAUTH_CLIENT_ID/);
  });
});
