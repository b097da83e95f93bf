import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Fixtures, password } from '../../testing/fixtures.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { anonymousClient } from './anonymous-client.ts';

// GitLab (CVE-2023-7028, exploited) took an array of addresses: the account was found by the
// first, the mail went to the second as well. nodemailer before 7.0.7 read `"a@evil x"@good` as
// two addresses, RT (CVE-2012-4730) let line breaks into a mail's head. Here an address is one
// text of one form wherever one is asked for, and mail goes to the address that is stored.

const smtp = await startSmtpServer();
after(() => smtp.stop());
const fixtures = await Fixtures.create({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
const { root, anna } = fixtures;
const { post, login, forgot, reset } = anonymousClient(fixtures);
const victim = anna.email;
const thief = 'thief@evil.example';

const noText: unknown[] = [
  [victim],
  [victim, thief],
  [[victim]],
  { 0: victim },
  { email: victim },
  { value: victim, toString: 'x' },
  { $ne: null },
  { length: 5 },
  5,
  0,
  true,
  false,
  null,
];
const noAddress: string[] = [
  '',
  ' ',
  'anna',
  '@example.com',
  'anna@',
  `${victim},${thief}`,
  `${victim};${thief}`,
  `${victim} ${thief}`,
  `${victim}\n${thief}`,
  `${victim}\r\nBcc: ${thief}`,
  `${victim}\tx`,
  `${victim}%0d%0aBcc:${thief} x`,
  `"${thief} x"@example.com`,
  `"anna"@example.com`,
  `<${victim}>`,
  `Anna <${victim}>`,
  `${thief}@example.com`,
  `anna@example.com@evil.example`,
  `anna@[127.0.0.1]`,
  `anna@example..com`,
  `anna@.example.com`,
  `anna@-example.com`,
  `anna@example`,
  `.anna@example.com`,
  `an..na@example.com`,
  `anna(comment)@example.com`,
  `anna@example.com\u0000`,
  `anna\u0000@example.com`,
  `anna@example.com\ud800`,
  `${'x'.repeat(65)}@example.com`,
  `${'x'.repeat(250)}@example.com`,
];
const shown = (value: unknown): string => JSON.stringify(value);

describe('values that are not a single address', () => {
  it('POST /auth/forgot-password returns 400 for a value that is not a single address and sends no mail', async () => {
    for (const email of [...noText, ...noAddress]) assert.equal((await forgot(email)).status, 400, shown(email));
    assert.equal((await post('/auth/forgot-password', { email: { email: victim }, 'email[]': victim })).status, 400);
    assert.equal((await post('/auth/forgot-password', `email=${victim}&email=${thief}`)).status, 400);
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), []);
  });

  it('POST /auth/login returns 400 or 401 for a value that is not a single address', async () => {
    for (const email of noText) assert.equal((await login(email)).status, 400, shown(email));
    for (const email of noAddress) assert([400, 401].includes((await login(email)).status), shown(email));
    for (const pass of [[password], { 0: password }, null, 5, true])
      assert.equal((await login(victim, pass)).status, 400, shown(pass));
    assert.equal((await login(victim)).status, 200);
  });

  it('POST /users returns 400 for a value that is not a single address', async () => {
    for (const email of [...noText, ...noAddress]) {
      const { status } = await fixtures.call(root, 'POST', '/users', { email, name: 'Nobody', password, role: 'worker' });
      assert.equal(status, 400, shown(email));
    }
  });

  it('POST /auth/reset-password returns 400 for a token that is not a string', async () => {
    for (const token of noText) assert.equal((await reset(token, 'long-enough-1')).status, 400, shown(token));
  });
});

describe('recipients of mail', () => {
  it('the reset mail goes only to the stored address, however the request spelled it', async () => {
    for (const [i, email] of [victim, victim.toUpperCase(), ` ${victim} `].entries()) {
      const before = smtp.mails().length;
      assert.equal((await forgot(email)).status, 200);
      assert.equal(await fixtures.deliver('mails'), 1);
      assert.deepEqual(
        smtp
          .mails()
          .slice(before)
          .map(({ to, headers }) => [to, headers['cc'], headers['bcc']]),
        [[[victim], undefined, undefined]],
        String(i),
      );
    }
  });

  it('the reset mail goes to no additional address, wherever the request contains one', async () => {
    const who = await fixtures.createUser('single', 'worker');
    const before = smtp.mails().length;
    const url = `/auth/forgot-password?email=${thief}&cc=${thief}`;
    assert.equal(
      (await post(url, { email: who.email, to: thief, cc: [thief], Email: thief, email_key: thief, user: { email: thief } }))
        .status,
      200,
    );
    await fixtures.deliver('mails');
    assert.deepEqual(
      smtp
        .mails()
        .slice(before)
        .map(({ to }) => to),
      [[who.email]],
    );
  });

  it('the reset mail to an unusual valid address has one recipient, unchanged', async () => {
    for (const [email, recipient] of [
      ["o'brien+tag!#$%&*/=?^_`{|}~-@example.com", "o'brien+tag!#$%&*/=?^_`{|}~-@example.com"],
      ['x@xn--bcher-kva.example', 'x@bücher.example'], // the same domain, as the mail server reads it
      ['y@bücher.example', 'y@bücher.example'],
    ] as const) {
      const made = await fixtures.call(root, 'POST', '/users', { email, name: 'Strange', password, role: 'worker' });
      assert.equal(made.status, 201, email);
      const before = smtp.mails().length;
      assert.equal((await forgot(email)).status, 200);
      await fixtures.deliver('mails');
      assert.deepEqual(
        smtp
          .mails()
          .slice(before)
          .map(({ to }) => to),
        [[recipient]],
      );
    }
  });
});
