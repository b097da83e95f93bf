import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { days } from '../src/platform/lib/duration.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';

const smtp = await startSmtpServer();
after(() => smtp.stop());
const fixtures = await Fixtures.create({
  PUBLIC_URL: 'https://callout.example.com',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'Callout <callout@example.com>',
});
const { root, anna, boris } = fixtures;
const chosen = 'chosen-by-owner-1';

let serial = 0;
async function invite(who: TestUser, changes: object = {}) {
  const email = `invited-${++serial}@example.com`;
  const { status, body } = await fixtures.call(who, 'POST', '/ext/users', { email, name: 'Otto', role: 'worker', ...changes });
  assert.equal(status, 201, JSON.stringify(body));
  return { ...body, token: tokenIn(body.link) };
}
const tokenIn = (link: string): string => new URL(link).hash.replace(/^#token=([\w-]+)&.*$/, '$1');
const setPassword = (token: string) => fixtures.call(undefined, 'POST', '/auth/reset-password', { token, password: chosen });
const signIn = (email: string) => fixtures.call(undefined, 'POST', '/auth/login', { email, password: chosen });
const another = (who: TestUser, id: string, body = { mail: false }) =>
  fixtures.call(who, 'POST', `/ext/users/${id}/invitation`, body);
const trustOf = async (id: string) => (await fixtures.call(root, 'GET', `/ext/users?ids=${id}`)).body.items[0];

describe('accounts without a password', () => {
  it('POST /ext/users answers a link with which the owner sets the password once, and then signs in', async () => {
    const { id, email, token, link, expires_at, is_mailed, confirmed_at } = await invite(root);
    assert.equal(link, `https://callout.example.com/app/join#token=${token}&email=${encodeURIComponent(email)}`);
    assert.equal(new Date(expires_at).getTime(), fixtures.now.getTime() + days(7));
    assert.deepEqual([is_mailed, confirmed_at], [false, fixtures.now.toISOString()]);
    assert.equal((await trustOf(id)).awaits_password, true);
    assert.equal((await signIn(email)).status, 401);
    assert.equal((await setPassword(token)).status, 200);
    assert.equal((await setPassword(token)).status, 400);
    assert.equal((await signIn(email)).status, 200);
    const { awaits_password, must_change_password } = await trustOf(id);
    assert.deepEqual([awaits_password, must_change_password], [false, false]);
  });

  it('the link expires after 7 days', async () => {
    const { token } = await invite(root);
    fixtures.advanceClock(days(7));
    assert.equal((await setPassword(token)).status, 400);
  });

  it('another link is issued until one of them has set the password, and both work until then', async () => {
    const { id, token } = await invite(root);
    const { body } = await another(root, id);
    assert.equal((await setPassword(token)).status, 200);
    assert.equal((await setPassword(tokenIn(body.link))).status, 400, 'voided by the other one');
    const refused = await another(root, id);
    assert.deepEqual([refused.status, refused.body], [409, { error: 'the account has a password already' }]);
  });

  it('a worker of a client signs in after the client has confirmed the account, for which only that client gets a link', async () => {
    const { id, email, token, confirmed_at } = await invite(anna);
    assert.equal(confirmed_at, null);
    assert.deepEqual([(await another(boris, id)).status, (await another(anna, id)).status], [404, 200]);
    assert.equal((await setPassword(token)).status, 200);
    assert.equal((await signIn(email)).status, 403);
    await fixtures.call(anna, 'POST', `/users/${id}/confirm`);
    assert.equal((await signIn(email)).status, 200);
    assert.equal((await another(anna, id)).status, 409, 'the client gets no link to an account in use');
  });

  it('with mail: true the link is mailed, and proves the address', async () => {
    const { id, email, is_mailed } = await invite(root, { mail: true });
    assert.equal(is_mailed, true);
    await fixtures.deliver('mails');
    const mail = smtp.mails().find(({ to }) => to.includes(email));
    const [link = ''] = /https:\S+\/app\/join#\S+/.exec(mail?.text ?? '') ?? [];
    assert.equal((await setPassword(tokenIn(link))).status, 200);
    assert.equal((await trustOf(id)).email_verified, true);
  });

  it('an address gets three mails a day at most, whoever asks for them, and each request is answered with a link', async () => {
    const { id, email, is_mailed } = await invite(anna, { mail: true });
    const mails = [is_mailed];
    for (const who of [anna, root, root, anna]) {
      const { status, body } = await another(who, id, { mail: true });
      assert.deepEqual([status, typeof body.link], [200, 'string']);
      mails.push(body.is_mailed);
    }
    assert.deepEqual(mails, [true, true, true, false, false]);
    assert.equal((await invite(root, { mail: true })).is_mailed, true, 'another address');
    await fixtures.deliver('mails');
    assert.equal(smtp.mails().filter(({ to }) => to.includes(email)).length, 3);
    fixtures.advanceClock(days(1));
    assert.equal((await another(root, id, { mail: true })).body.is_mailed, true);
  });

  it('no mail goes to an account that has a password meanwhile', async () => {
    const { email, token } = await invite(root, { mail: true });
    assert.equal((await setPassword(token)).status, 200);
    await fixtures.deliver('mails');
    assert(!smtp.mails().some(({ to, text }) => to.includes(email) && text.includes('/app/join')));
  });
});
