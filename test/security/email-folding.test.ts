import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Fixtures, password, type TestUser } from '../../testing/fixtures.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { anonymousClient } from './anonymous-client.ts';

// GitHub's reset found `mıke@example.org` (a dotless i) for `mike@example.org`, because one place
// folded letters otherwise than another; PostgreSQL's lower() makes k of U+212A and i of U+0130,
// JavaScript does not. Here an address has one key, folded in one place: blanks around it and
// ASCII letters. Everything else is another address, at login, for a taken one, for the limit of
// mails, and for who gets a mail.

const smtp = await startSmtpServer();
after(() => smtp.stop());
const fixtures = await Fixtures.create({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
const { root } = fixtures;
const { login, forgot } = anonymousClient(fixtures);
const create = (email: string) => fixtures.call(root, 'POST', '/users', { email, name: 'Twin', password, role: 'worker' });

const kim = await fixtures.createUser('kim', 'worker');
const mike = await fixtures.createUser('mike', 'worker');
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
  [kim, 'kim@example.\uFF43\uFF4F\uFF4D'],
  [mike, 'm\u0131ke@example.com'],
  [mike, 'M\u0130KE@EXAMPLE.COM'],
  [mike, 'mi\u212Ae@example.com'],
  [emile, 'e\u0301mile@example.com'],
  [emile, '\u00C9MILE@example.com'], // not an ASCII letter: its case counts
  [emile, 'emile@example.com'],
  [strasse, 'stra\u00DFe@example.com'],
  [strasse, '\u017Ftrasse@example.com'], // a long s
];
const sameAs = ({ email }: TestUser): string[] => {
  const upper = email.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [email, upper, `\t ${upper}\u00A0`, `\uFEFF${email}\n`];
};
const codePoints = (text: string): string => [...text].map((c) => c.codePointAt(0)?.toString(16)).join(' ');

it('both forms of an international domain are one address', async () => {
  assert.equal((await create('a@ex\u00E4mple.de')).status, 201);
  for (const twin of ['a@xn--exmple-cua.de', 'A@XN--EXMPLE-CUA.DE']) {
    assert.equal((await create(twin)).status, 409, twin);
    assert.equal((await login(twin)).status, 200, twin);
  }
  assert.equal((await create('b@xn--exmple-cua.de')).status, 201);
  assert.equal((await login('b@ex\u00E4mple.de')).status, 200);
  assert.equal((await login('a@xn--example.de')).status, 401, 'xn-- that encodes nothing');
});

describe('addresses that look or fold alike', () => {
  it('POST /auth/login with an address that looks or folds like that of an account returns 401', async () => {
    for (const [, twin] of twins) assert.equal((await login(twin)).status, 401, codePoints(twin));
  });

  it('POST /auth/forgot-password with a look-alike address sends no mail to the account and issues no token for it', async () => {
    for (const [, twin] of twins) {
      assert([200, 400].includes((await forgot(twin)).status), codePoints(twin));
      await fixtures.deliver('mails');
    }
    assert.deepEqual(smtp.mails(), []);
    const { n } = await fixtures.db.read
      .selectFrom('reset_tokens')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(n, 0);
  });

  it('a look-alike address can be used for an account of its own and stays separate', async () => {
    for (const [who, twin] of twins) {
      const { status, body } = await create(twin);
      if (status === 400) continue; // no address at all is as good
      assert.deepEqual([status, body.email], [201, twin], codePoints(twin));
      const { body: signedIn } = await login(twin);
      assert.equal(signedIn.user.id, body.id);
      assert.equal((await login(who.email)).body.user.id, who.id);
      const before = smtp.mails().length;
      await forgot(twin);
      await fixtures.deliver('mails');
      assert(
        smtp
          .mails()
          .slice(before)
          .every(({ to }) => !to.includes(who.email)),
        codePoints(twin),
      );
      assert.equal((await create(twin)).status, 409);
    }
  });
});

describe('domains that mail systems map to another domain', () => {
  // The mail library maps domains as browsers do (IDNA): the account has one address, and its
  // mail goes to another, past that one's limit.
  it('an address with a domain that is mapped to another domain returns 400 and gets no mail', async () => {
    for (const domain of [
      '\uFF45xample.com',
      'example.c\u00BAm',
      '\uFB01nance.example',
      'example.\u212A',
      '0x7f.1',
      'B\u00DCCHER.example',
    ]) {
      assert.equal((await create(`kim@${domain}`)).status, 400, codePoints(domain));
      assert.equal((await forgot(`kim@${domain}`)).status, 400, codePoints(domain));
    }
    for (const domain of [
      'b\u00FCcher.example',
      'stra\u00DFe.example',
      '\u043F\u0440\u0438\u043C\u0435\u0440.\u0440\u0444',
      'xn--mnchen-3ya.example',
      'EXAMPLE.org',
      'ab--c.example',
    ])
      assert.equal((await create(`kim@${domain}`)).status, 201, domain);
  });
});

describe('addresses in other ASCII letter case', () => {
  it('an address in another ASCII letter case is the same account at login and the same address at creation', async () => {
    for (const who of [kim, mike, emile, strasse]) {
      for (const spelling of sameAs(who)) {
        const { status, body } = await login(spelling);
        assert.deepEqual([status, body.user?.id], [200, who.id], codePoints(spelling));
        assert.equal((await create(spelling)).status, 409, codePoints(spelling));
      }
    }
  });

  it('the mail limit counts all spellings of one address together', async () => {
    fixtures.advanceClock(86_400_000);
    const statuses = [];
    for (const spelling of sameAs(kim)) statuses.push((await forgot(spelling)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const kims = () => smtp.mails().filter(({ to }) => to.includes(kim.email)).length;
    const before = kims();
    for (const [, twin] of twins) await forgot(twin);
    await fixtures.deliver('mails');
    assert.equal(kims() - before, 3, 'with all its twins');
  });
});
