import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Environment, loadConfig } from '../../src/platform/config/config.ts';
import { days } from '../../src/platform/lib/duration.ts';
import type { Deps } from '../../src/platform/module/deps.ts';
import { Mailbox } from '../../src/product/intake/email/mailbox.ts';
import { readMailbox } from '../../src/product/intake/email/read-mailbox.ts';
import { type Dovecot, missingDovecot, startDovecot } from '../../testing/dovecot.ts';
import { Fixtures, secret } from '../../testing/fixtures.ts';
import { realPhoto } from '../../testing/real-photos.ts';

// A mailbox on a real IMAP server.

const skip = missingDovecot() ?? false;

describe('the mailbox', { skip }, () => {
  let server: Dovecot;
  let fixtures: Fixtures;
  before(async () => {
    server = await startDovecot();
    fixtures = await Fixtures.open();
  });
  after(async () => {
    await fixtures.close();
    await server.stop();
  });

  function settings(more: Environment = {}) {
    const imap = { IMAP_HOST: '127.0.0.1', IMAP_PORT: String(server.port), IMAP_SECURE: 'false', IMAP_USER: server.user };
    const address = { IMAP_PASSWORD: server.password, INTAKE_ADDRESS: 'callout@example.com' };
    const { intake } = loadConfig({ JWT_SECRET: secret, ...imap, ...address, ...more });
    assert(intake);
    return intake;
  }

  const read = (deps: Partial<Deps> = {}) => readMailbox({ ...fixtures.deps, ...deps }, settings());
  const deliver = (subject: string, from = fixtures.anna.email): void =>
    server.deliver(`From: ${from}\nTo: callout@example.com\nSubject: ${subject}\n\nText of ${subject}\n`);
  const reports = async (): Promise<string[]> => {
    const { body } = await fixtures.call(fixtures.root, 'GET', '/ext/reports?limit=100');
    return body.items.map(({ text }: { text: string }) => text.split('\n')[0]).sort();
  };
  const left = async () => {
    const { body } = await fixtures.call(fixtures.root, 'GET', '/ext/intake');
    return body.items.map(({ subject, reason }: Record<string, string>) => `${subject}: ${reason}`);
  };
  const isAllSeen = () => assert.equal(server.count().unseen, 0);

  it('is opened with STARTTLS and with TLS from the first byte; a wrong password or folder is told without the password', async () => {
    for (const more of [{}, { IMAP_SECURE: 'true', IMAP_PORT: String(server.tlsPort) }]) {
      const mailbox = await Mailbox.open(settings(more));
      assert.deepEqual(await mailbox.listNew(), []);
      await mailbox.close();
    }
    for (const more of [{ IMAP_PASSWORD: 'not-the-password' }, { IMAP_FOLDER: 'Nowhere' }, { IMAP_PORT: '1' }]) {
      await assert.rejects(Mailbox.open(settings(more)), (error: Error) => !error.message.includes('not-the-password'));
    }
  });

  it('each new message is handled once and then marked as seen', async () => {
    for (const subject of ['One', 'Two', 'Three']) deliver(subject);
    assert.equal(await read(), 3);
    assert.deepEqual(await reports(), ['One', 'Three', 'Two']);
    isAllSeen();
    assert.equal(await read(), 0);
  });

  it('a message whose report was made before a crash is only marked', async () => {
    deliver('Crash');
    await read();
    server.markNew();
    assert(server.count().unseen > 0);
    await read();
    isAllSeen();
    assert.equal((await reports()).filter((text) => text === 'Crash').length, 1);
  });

  it('that can only be read is an error: its messages are handled once, and stay new', async () => {
    deliver('Read only');
    const mailbox = await Mailbox.open(settings());
    assert.equal((await mailbox.listNew()).length, 1);
    await mailbox.close();
    server.setReadOnly(true);
    try {
      for (let run = 0; run < 2; run++) await assert.rejects(read(), /does not mark messages/);
    } finally {
      server.setReadOnly(false);
    }
    await read();
    isAllSeen();
    assert.equal((await reports()).filter((text) => text === 'Read only').length, 1);
  });

  it('two instances that read at once make one report of each message', async () => {
    for (let n = 0; n < 8; n++) deliver(`Race ${n}`, `race${n}@example.net`);
    await Promise.all([read(), read(), read()]);
    assert.equal((await reports()).filter((text) => text.startsWith('Race')).length, 8);
    isAllSeen();
  });

  it('a mail of 26 MB, and one that cannot be parsed, are left', async () => {
    server.deliver(`From: eve@example.net\nSubject: Large\n\n${'x'.repeat(76).concat('\n').repeat(355_000)}`);
    const nested = Array.from({ length: 60 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join('');
    server.deliver(`From: eve@example.net\nSubject: Nested\n${nested}Content-Type: text/plain\n\nx\n`);
    await read();
    assert.deepEqual((await left()).sort(), ['Large: too_large', 'Nested: failed']);
    isAllSeen();
  });

  it('a message that cannot be stored stays new while the others are handled, and is left after three days', async () => {
    const photo = (await realPhoto({ width: 40, height: 30 })).toString('base64');
    server.deliver(
      `From: eve@example.net\nSubject: Stuck\nContent-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\n${photo}\n`,
    );
    deliver('After it');
    const storage = Object.assign(Object.create(fixtures.deps.storage), {
      put: () => Promise.reject(new Error('the storage does not work')),
    });
    await assert.rejects(read({ storage }), /storage unavailable/);
    assert((await reports()).includes('After it'));
    assert.equal(server.count().unseen, 1);
    const clock = () => new Date(Date.now() + days(4));
    await read({ storage, clock });
    assert((await left()).includes('Stuck: failed'));
    isAllSeen();
  });

  it('no row is left of a message that could not be stored', async () => {
    const { rows } = await sql`select from intake_messages where reason is null and subject <> ''`.execute(fixtures.db.read);
    assert.deepEqual(rows, []);
  });
});
