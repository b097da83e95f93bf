import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { hashPassword, verifyPassword } from '../../src/platform/security/passwords.ts';
import { Fixtures, password, type TestUser } from '../../testing/fixtures.ts';
import { type Mail, startSmtpServer } from '../../testing/smtp-server.ts';
import { anonymousClient } from './anonymous-client.ts';

// GitHub's reset found `mıke@example.org` (a dotless i) for `mike@example.org`, because one place folded letters otherwise than
// another. GitLab (CVE-2023-7028, exploited) took an array of addresses: the account was found by the first, the mail went to the
// second as well. nodemailer before 7.0.7 read `"a@evil x"@good` as two addresses, RT (CVE-2012-4730) let line breaks into a
// mail's head. Here an address is one text of one form wherever one is asked for, it has one key, folded in one place (blanks
// around it and ASCII letters), and mail goes to the address that is stored.

const smtp = await startSmtpServer();
after(() => smtp.stop());
const fixtures = await Fixtures.create({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
const { root, anna } = fixtures;
const { post, login, forgot, reset } = anonymousClient(fixtures);
const create = (email: unknown) => fixtures.call(root, 'POST', '/users', { email, name: 'Twin', password, role: 'worker' });

/** The mails that are sent because of this. */
async function mailsAfter(work: () => Promise<unknown>): Promise<Mail[]> {
  const before = smtp.mails().length;
  await work();
  await fixtures.deliver('mails');
  return smtp.mails().slice(before);
}

const [kim, mike] = [await fixtures.createUser('kim', 'worker'), await fixtures.createUser('mike', 'worker')];
const emile = await fixtures.createUser('émile', 'worker'); // with one composed letter
const strasse = await fixtures.createUser('strasse', 'worker');

/** What other foldings take for these people. */
const twins: [TestUser, string][] = [
  [kim, '\u212Aim@example.com'], // the Kelvin sign
  [kim, 'K\u0130M@example.com'], // capital I with a dot
  [kim, 'k\u0131m@example.com'], // small i without one
  [kim, 'ki\u0307m@example.com'], // i and a combining dot, as lower() leaves it
  [kim, '\uFF4Bim@example.com'], // full width
  [kim, 'k\u00EDm@example.com'], // an accent that some collations ignore
  [kim, 'k\u0456m@example.com'], // a Cyrillic i
  [kim, 'ki\u200Bm@example.com'], // a blank without width
  [kim, 'ki\u00ADm@example.com'], // a soft hyphen
  [kim, 'kim@ex\u0430mple.com'], // a Cyrillic a
  [kim, 'kim@example.c\u00BAm'], // an ordinal that compatibility folding makes an o
  [kim, 'kim@EXAMPLE\u3002com'], // an ideographic full stop
  [kim, 'kim@\uFF45xample.com'],
  [mike, 'm\u0131ke@example.com'],
  [mike, 'M\u0130KE@EXAMPLE.COM'],
  [mike, 'mi\u212Ae@example.com'],
  [emile, 'emile@example.com'],
  [strasse, 'stra\u00DFe@example.com'],
  [strasse, '\u017Ftrasse@example.com'], // a long s
];
const sameAs = ({ email }: TestUser): string[] => {
  const upper = email.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [email, upper, `\t ${upper}\u00A0`, `\uFEFF${email}\n`];
};
const codePoints = (text: string): string => [...text].map((c) => c.codePointAt(0)?.toString(16)).join(' ');

describe('values that are not a single address', () => {
  const { email: victim } = anna;
  const thief = 'thief@evil.example';
  const noText = [
    [victim],
    [victim, thief],
    [[victim]],
    { 0: victim },
    { email: victim },
    { $ne: null },
    { length: 5 },
    5,
    true,
    null,
  ];
  const noAddress = [
    ...['', ' ', 'anna', '@example.com', 'anna@', `${victim},${thief}`, `${victim};${thief}`, `${victim} ${thief}`],
    ...[`${victim}\n${thief}`, `${victim}\r\nBcc: ${thief}`, `${victim}\tx`, `${victim}%0d%0aBcc:${thief} x`],
    ...[`"${thief} x"@example.com`, '"anna"@example.com', `<${victim}>`, `Anna <${victim}>`, `${thief}@example.com`],
    ...['anna@example.com@evil.example', 'anna@[127.0.0.1]', 'anna@example..com', 'anna@.example.com', 'anna@-example.com'],
    ...['anna@example', '.anna@example.com', 'an..na@example.com', 'anna(comment)@example.com', 'anna@example.com\u0000'],
    ...['anna\u0000@example.com', 'anna@example.com\ud800', `${'x'.repeat(65)}@example.com`, `${'x'.repeat(250)}@example.com`],
    // Domains that mail systems map to another one (IDNA): the mail would go past the limit of that one.
    ...['kim@\uFF45xample.com', 'kim@example.c\u00BAm', 'kim@\uFB01nance.example', 'kim@example.\u212A', 'kim@0x7f.1'],
  ];

  it('a value that is not a single address returns 400 and sends no mail', async () => {
    for (const email of [...noText, ...noAddress]) {
      const about = JSON.stringify(email);
      assert.equal((await forgot(email)).status, 400, about);
      assert.equal((await create(email)).status, 400, about);
      // At login a wrong address is an address of nobody.
      const statuses = typeof email === 'string' ? [400, 401] : [400];
      assert(statuses.includes((await login(email)).status), about);
    }
    for (const value of noText) assert.equal((await reset(value, 'long-enough-1')).status, 400, JSON.stringify(value));
    for (const pass of [[password], { 0: password }, null, 5, true]) assert.equal((await login(victim, pass)).status, 400);
    assert.equal((await post('/auth/forgot-password', { email: { email: victim }, 'email[]': victim })).status, 400);
    assert.equal((await post('/auth/forgot-password', `email=${victim}&email=${thief}`)).status, 400);
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), []);
  });

  it('the reset mail goes only to the stored address, whatever else the request contains', async () => {
    const url = `/auth/forgot-password?email=${thief}&cc=${thief}`;
    const more = { to: thief, cc: [thief], Email: thief, email_key: thief, user: { email: thief } };
    for (const email of [victim, victim.toUpperCase(), ` ${victim} `]) {
      const mails = await mailsAfter(async () => assert.equal((await post(url, { email, ...more })).status, 200));
      assert.deepEqual(
        mails.map(({ to, headers }) => [to, headers['cc'], headers['bcc']]),
        [[[victim], undefined, undefined]],
      );
    }
  });

  it('the reset mail to an unusual valid address has one recipient, unchanged', async () => {
    const letters = "o'brien+tag!#$%&*/=?^_`{|}~-@example.com";
    for (const [email, recipient] of [
      [letters, letters],
      ['x@xn--bcher-kva.example', 'x@bücher.example'], // the same domain, as the mail server reads it
      ['y@bücher.example', 'y@bücher.example'],
    ] as const) {
      assert.equal((await create(email)).status, 201, email);
      const mails = await mailsAfter(() => forgot(email));
      assert.deepEqual(
        mails.map(({ to }) => to),
        [[recipient]],
      );
    }
  });
});

describe('addresses that look or fold alike', () => {
  it('an address that looks or folds like that of an account signs nobody in and gets no mail', async () => {
    const mails = await mailsAfter(async () => {
      for (const [, twin] of twins) {
        assert.equal((await login(twin)).status, 401, codePoints(twin));
        assert([200, 400].includes((await forgot(twin)).status), codePoints(twin));
      }
    });
    assert.deepEqual(mails, []);
  });

  it('a look-alike address can be used for an account of its own and stays separate', async () => {
    for (const [who, twin] of twins) {
      const { status, body } = await create(twin);
      if (status === 400) continue; // no address at all is as good
      assert.deepEqual([status, body.email], [201, twin], codePoints(twin));
      assert.equal((await login(twin)).body.user.id, body.id);
      assert.equal((await login(who.email)).body.user.id, who.id);
      const mails = await mailsAfter(() => forgot(twin));
      assert(
        mails.every(({ to }) => !to.includes(who.email)),
        codePoints(twin),
      );
      assert.equal((await create(twin)).status, 409);
    }
  });

  it('both forms of an international domain are one address', async () => {
    assert.equal((await create('a@ex\u00E4mple.de')).status, 201);
    for (const twin of ['a@xn--exmple-cua.de', 'A@XN--EXMPLE-CUA.DE']) {
      assert.equal((await create(twin)).status, 409, twin);
      assert.equal((await login(twin)).status, 200, twin);
    }
    assert.equal((await create('b@xn--exmple-cua.de')).status, 201);
    assert.equal((await login('b@ex\u00E4mple.de')).status, 200);
    assert.equal((await login('a@xn--example.de')).status, 401, 'xn-- that encodes nothing');
    for (const domain of ['b\u00FCcher.example', 'stra\u00DFe.example', 'xn--mnchen-3ya.example', 'EXAMPLE.org', 'ab--c.example'])
      assert.equal((await create(`kim@${domain}`)).status, 201, domain);
    assert.equal((await create('kim@\u043F\u0440\u0438\u043C\u0435\u0440.\u0440\u0444')).status, 201);
  });
});

describe('addresses in other ASCII letter case', () => {
  it('an address in another ASCII letter case is the same account at login and the same address at creation', async () => {
    for (const who of [kim, mike, emile, strasse])
      for (const spelling of sameAs(who)) {
        const { status, body } = await login(spelling);
        assert.deepEqual([status, body.user?.id], [200, who.id], codePoints(spelling));
        assert.equal((await create(spelling)).status, 409, codePoints(spelling));
      }
  });

  it('the mail limit counts all spellings of one address together', async () => {
    fixtures.advanceClock(86_400_000);
    const statuses: number[] = [];
    const mails = await mailsAfter(async () => {
      for (const spelling of sameAs(kim)) statuses.push((await forgot(spelling)).status);
      for (const [, twin] of twins) await forgot(twin);
    });
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    assert.equal(mails.filter(({ to }) => to.includes(kim.email)).length, 3, 'with all its twins');
  });
});

describe('long passwords', () => {
  // bcrypt looks at 72 BYTES: at Okta (2024) a long user name before the password was all that was
  // compared. The policy says 72 CHARACTERS, which can be 288 bytes. Here every one of them counts,
  // and none ends the text as a NUL ends one in C.

  const issue = async (id: string) => (await fixtures.call(root, 'POST', `/users/${id}/password-reset`)).body.token;

  describe('passwords of 72 characters', () => {
    it('all 72 characters of a password of 286 bytes are significant, however it was set', async () => {
      const letter = '🔧';
      const first = `a1${letter.repeat(70)}`;
      const changed = (place: number) => [...first].map((c, i) => (i === place ? 'Z' : c)).join('');
      const email = 'emoji@example.com';
      const made = await fixtures.call(root, 'POST', '/users', { email, name: 'Emoji', password: first, role: 'worker' });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const id = made.body.id;
      const counts = async () => {
        assert.equal((await login(email, first)).status, 200);
        for (const place of [71, 70, 36, 18]) assert.equal((await login(email, changed(place))).status, 401, `letter ${place}`);
        for (const other of [first.slice(0, -letter.length), `${first}${letter}`, `${first} `, ` ${first}`])
          assert.equal((await login(email, other)).status, 401);
      };
      await counts();
      assert.equal((await reset(await issue(id), first)).status, 200);
      await counts();
      assert.equal((await fixtures.call(root, 'POST', `/users/${id}/password-set`, { password: first })).status, 200);
      await counts();
    });

    it('a password of 73 characters returns 400 in every operation and is not truncated', async () => {
      const password = `a1${'ж'.repeat(71)}`;
      const who = await fixtures.createUser('wide', 'worker');
      const body = { email: 'wider@example.com', name: 'Wide', password, role: 'worker' };
      assert.equal((await fixtures.call(root, 'POST', '/users', body)).status, 400);
      assert.equal((await fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password })).status, 400);
      assert.equal((await reset(await issue(who.id), password)).status, 400);
    });
  });

  describe('comparison of passwords', () => {
    it('a password with a NUL character returns 400, also at login', async () => {
      const who = await fixtures.createUser('nul', 'worker');
      const password = 'correct-horse-1';
      for (const text of [`${password}\0`, `${password}\0tail`, `\0${password}`]) {
        assert.equal((await login(who.email, text)).status, 400);
        assert.equal((await fixtures.call(root, 'POST', `/users/${who.id}/password-set`, { password: text })).status, 400);
      }
      assert.equal((await login(who.email, password)).status, 200);
    });

    it('a password is hashed without the e-mail address', async () => {
      const long = `${'a'.repeat(60)}@example.com`;
      const password = `1${'b'.repeat(71)}`;
      await fixtures.call(root, 'POST', '/users', { email: long, name: 'Long', password, role: 'worker' });
      assert.equal((await login(long, `${password.slice(0, 71)}c`)).status, 401);
      assert.equal((await login(long, password)).status, 200);
    });

    it('the hash compares passwords of any length completely', async () => {
      const text = 'x'.repeat(5000);
      const hash = await hashPassword(text, { key: '' }, { memoryKiB: 8, passes: 1 });
      assert.deepEqual(
        [
          await verifyPassword(text, hash),
          await verifyPassword(`${text.slice(0, -1)}y`, hash),
          await verifyPassword(`${text}x`, hash),
        ],
        [true, false, false],
      );
      const { status } = await post('/auth/login', { email: 'anna@example.com', password: 'y'.repeat(60_000) });
      assert.equal(status, 401, 'and a very long attempt is simply wrong');
    });
  });
});
