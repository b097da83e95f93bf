import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { days } from '../../src/platform/lib/duration.ts';
import { newMessageId } from '../../src/platform/lib/email.ts';
import { handleMail } from '../../src/product/intake/email/handle-mail.ts';
import { parseMail } from '../../src/product/intake/email/parse-mail.ts';
import { AlreadyHandled, deleteOldRecords } from '../../src/product/intake/email/record.ts';
import { replyAddress } from '../../src/product/intake/email/reply-address.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { photo } from '../../testing/photo-files.ts';
import { openPortal } from '../../testing/portal-client.ts';
import { realPhoto } from '../../testing/real-photos.ts';

const fixtures = await Fixtures.create({
  IMAP_HOST: '127.0.0.1',
  IMAP_USER: 'callout',
  IMAP_PASSWORD: 'secret',
  INTAKE_ADDRESS: 'callout@example.com',
  PHOTO_MAX_BYTES: '20000',
});
const { root, anna, boris, wanda } = fixtures;
const { config } = fixtures.deps;

let messages = 0;
let uid = 0;

interface MailOptions {
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  headers?: string[];
  messageId?: string;
  files?: { name: string; bytes: Buffer }[];
  uid?: number;
  /** default: now */
  receivedAt?: Date;
}

/** Handles a mail as it is read from the mailbox. @returns why nothing was made of it */
async function receive({ from = anna.email, to = 'callout@example.com', subject = 'A mail', ...rest }: MailOptions) {
  const { text = 'Something is broken', headers = [], files = [], messageId = `<${++messages}@example.com>` } = rest;
  const parts = [
    `Content-Type: text/plain; charset=utf-8\n\n${text}`,
    ...files.map(
      ({ name, bytes }) =>
        `Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="${name}"\n\n${bytes.toString('base64').replaceAll(/.{76}/g, '$&\n')}`,
    ),
  ];
  const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: ${messageId}`, ...headers];
  const body = `Content-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`;
  const mail = await parseMail(Buffer.from([...head, body].join('\n')));
  assert(mail && config.intake);
  fixtures.advanceClock(1_000); // so that the newest is known
  const ref = {
    mailbox: 'callout@127.0.0.1/INBOX',
    uidValidity: 1,
    uid: rest.uid ?? ++uid,
    receivedAt: rest.receivedAt ?? fixtures.now,
  };
  return handleMail(fixtures.deps, config.intake, ref, mail);
}

const reportsOf = async (who = root) => (await fixtures.call(who, 'GET', '/ext/reports?limit=100')).body.items;
const newest = async (who = root) => (await reportsOf(who))[0];
const commentsOn = async (ticket: number) => (await fixtures.call(root, 'GET', `/ext/tickets/${ticket}/comments`)).body.items;

describe('a mail to the address of a portal', () => {
  let token = '';
  before(async () => {
    token = await openPortal(fixtures, anna, fixtures.lobby);
  });

  it('becomes a report of the object, with the sender, at most three photos, and what was left out', async () => {
    const jpeg = await realPhoto({ width: 40, height: 30 });
    const files = ['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => ({ name, bytes: jpeg }));
    const large = { name: 'large.jpg', bytes: photo('jpeg', 30_000) };
    const pdf = { name: 'plan.pdf', bytes: Buffer.from('%PDF-1.4') };
    const to = `Callout <callout+${token}@EXAMPLE.com>`;
    const reason = await receive({ from: 'Eve <eve@example.net>', to, subject: 'Leak', files: [large, ...files, pdf] });
    assert.equal(reason, undefined);
    const { text, contact, object_id, photos, status } = await newest(anna);
    assert.deepEqual([object_id, status, contact], [fixtures.lobby, 'open', 'Eve <eve@example.net>']);
    assert.equal(photos.length, 3);
    assert.equal(
      text,
      'Leak\n\nSomething is broken\n\n[Left out: plan.pdf (not a photo), large.jpg (too large), 4.jpg (too many photos). The mail in the mailbox still has it.]',
    );
  });

  it('names a picture that browsers cannot show, and says that the mail still has it', async () => {
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), Buffer.alloc(40_000)]);
    const to = `callout+${token}@example.com`;
    await receive({ from: 'eve@example.net', to, subject: 'Crack', files: [{ name: 'IMG_1.HEIC', bytes: heic }] });
    const { text, photos } = await newest(anna);
    assert.deepEqual(photos, []);
    assert.match(
      text,
      /\[Left out: IMG_1\.HEIC \(HEIC, which browsers cannot show\)\. The mail in the mailbox still has it\.\]$/,
    );
  });

  it('is cut to what a report may have, and says so', async () => {
    await receive({ from: 'eve@example.net', to: `callout+${token}@example.com`, text: 'é'.repeat(3_000) });
    const { text } = await newest(anna);
    assert.equal([...text].length, 2_000);
    assert.match(text, /\[The mail is longer\. The rest was left out\.\]$/);
  });

  it('becomes a report for admins when nobody has the token', async () => {
    await receive({ from: 'eve@example.net', to: 'callout+unknown@example.com', subject: 'Wrong address' });
    assert.match((await newest()).text, /^Wrong address/);
    assert.equal((await newest()).object_id, null);
    assert.doesNotMatch((await newest(anna)).text, /^Wrong address/);
  });

  it('is left when the object has got as many reports today as its portal takes', async () => {
    const few = { ...fixtures.deps, config: { ...config, quotas: { ...config.quotas, reportsPerObject: 1 } } };
    const mail = await parseMail(Buffer.from(`From: eve@example.net\nTo: callout+${token}@example.com\n\nOne more\n`));
    assert(mail && config.intake);
    const ref = { mailbox: 'callout@127.0.0.1/INBOX', uidValidity: 2, uid: 1, receivedAt: fixtures.now };
    assert.equal(await handleMail(few, config.intake, ref, mail), 'too_many');
  });
});

describe('a mail of a client with one project', () => {
  it('becomes a report without an object, which the client and admins see, and is accepted with one', async () => {
    await receive({ subject: 'Cold', text: 'The heating is cold' });
    const report = await newest(anna);
    assert.deepEqual(
      [report.object_id, report.object_name, report.address, report.project_id, report.project_name, report.equipment],
      [null, '', '', null, '', null],
    );
    assert.equal((await newest()).id, report.id);
    assert((await reportsOf(boris)).every(({ id }: { id: string }) => id !== report.id));
    const accept = (who = anna, more = {}) =>
      fixtures.call(who, 'POST', `/ext/reports/${report.id}/accept`, { category: 'other', priority: 'normal', ...more });
    assert.equal((await accept(boris, { object_id: fixtures.gate })).status, 404);
    const without = await accept();
    assert.deepEqual([without.status, without.body.error], [400, 'object_id is required for a report without an object']);
    assert.equal((await accept(anna, { object_id: fixtures.gate })).status, 404);
    assert.equal((await accept(root, { object_id: fixtures.gate })).status, 404);
    const accepted = await accept(anna, { object_id: fixtures.lobby });
    assert.equal(accepted.status, 201, JSON.stringify(accepted.body));
    assert.equal(accepted.body.object_id, fixtures.lobby);
    assert.deepEqual(
      [(await newest(anna)).status, (await newest(anna)).object_id, (await newest(anna)).ticket_id],
      ['accepted', fixtures.lobby, accepted.body.id],
    );
    assert.equal((await accept(anna, { object_id: fixtures.lobby })).status, 409);
  });

  it('can be merged into any ticket of the client, and dismissed', async () => {
    const ticket = await fixtures.createTicket();
    await receive({ subject: 'Again' });
    const { id } = await newest(anna);
    const merged = await fixtures.call(anna, 'POST', `/ext/reports/${id}/merge`, { ticket_id: ticket });
    assert.deepEqual([merged.status, merged.body.object_id], [200, fixtures.lobby]);
    await receive({ subject: 'Once more' });
    const { id: other } = await newest(anna);
    const dismissed = await fixtures.call(anna, 'POST', `/ext/reports/${other}/dismiss`, { reason: 'It is done' });
    assert.deepEqual([dismissed.status, dismissed.body.object_id], [200, null]);
  });

  it('is one for admins when the client has two projects', async () => {
    await fixtures.createProject(boris, 'Second');
    await receive({ from: boris.email, subject: 'Which one?' });
    assert.match((await newest()).text, /^Which one\?/);
    assert((await reportsOf(boris)).every(({ text }: { text: string }) => !text.startsWith('Which one?')));
  });

  it('tells the client, and no other account', async () => {
    await fixtures.clearDeliveries();
    await receive({ subject: 'Told' });
    await fixtures.deliver('notifications');
    const inbox = async (who = anna) => (await fixtures.call(who, 'GET', '/ext/notifications?limit=1')).body.items[0];
    assert.equal((await inbox()).event, 'report_received');
    assert.equal(await inbox(boris), undefined);
  });
});

describe('a mail of somebody else', () => {
  it('becomes a report that admins alone see, decide and give to an object', async () => {
    await receive({ from: 'mallory@example.net', subject: 'Hello', text: 'Who repairs the gate?' });
    const { id, contact } = await newest();
    assert.equal(contact, 'mallory@example.net');
    const body = { category: 'other', priority: 'normal', object_id: fixtures.gate };
    assert.equal((await fixtures.call(boris, 'POST', `/ext/reports/${id}/accept`, body)).status, 404);
    const { status, body: ticket } = await fixtures.call(root, 'POST', `/ext/reports/${id}/accept`, body);
    assert.deepEqual([status, ticket.client_id], [201, boris.id]);
    assert((await reportsOf(boris)).some((report: { id: string }) => report.id === id));
  });
});

describe('a reply to a notification', () => {
  it('becomes a comment of the account, with its photos', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const to = replyAddress(config, wanda.id, ticket)?.toUpperCase() ?? '';
    const files = [{ name: 'door.jpg', bytes: await realPhoto({ width: 40, height: 30 }) }];
    const text = 'I need a key.\n\nOn Mon, Mar 2, 2026 at 8:00 AM Callout <callout@example.com> wrote:\n> Question';
    assert.equal(await receive({ from: `Wanda <${wanda.email}>`, to, text, files }), undefined);
    const [comment] = await commentsOn(ticket);
    assert.deepEqual([comment.author_id, comment.text, comment.attachments.length], [wanda.id, 'I need a key.', 1]);
  });

  it('becomes a report for admins, and no comment, when it comes from another address or the ticket is closed', async () => {
    const open = await fixtures.createTicket();
    await receive({ from: boris.email, to: replyAddress(config, anna.id, open) ?? '', subject: 'Not mine' });
    assert.deepEqual(await commentsOn(open), []);
    assert.match((await newest()).text, /^Not mine/);
    const closed = await fixtures.createTicketWithStatus('closed');
    await receive({ to: replyAddress(config, anna.id, closed) ?? '', subject: 'Re: Too late', text: 'One more thing' });
    assert.deepEqual(await commentsOn(closed), []);
    assert.equal((await newest()).text, `[Reply to request #${closed}]\nToo late\n\nOne more thing`);
    assert.equal((await newest()).object_id, null);
  });

  it('is refused to a worker who sees the ticket no more', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const to = replyAddress(config, fixtures.oleg.id, ticket) ?? '';
    await receive({ from: fixtures.oleg.email, to, subject: 'Former worker' });
    assert.deepEqual(await commentsOn(ticket), []);
    assert.match((await newest()).text, /Former worker/);
  });

  it('is no comment when a list, an absence note or another installation sends it from the right address', async () => {
    const ticket = await fixtures.createTicket();
    const to = replyAddress(config, anna.id, ticket) ?? '';
    const headers = ['List-Id: <all.example.com>', 'Precedence: bulk', 'Auto-Submitted: auto-replied', 'X-Autoreply: yes'];
    for (const header of headers) assert.equal(await receive({ to, headers: [header] }), 'automatic', header);
    assert.equal(await receive({ to, headers: ['Return-Path: <>'] }), 'delivery_report');
    const messageId = newMessageId('Callout <callout@other.example.com>');
    assert.equal(await receive({ to, messageId }), 'own_mail');
    assert.deepEqual(await commentsOn(ticket), []);
  });

  it('with nothing new in it is left', async () => {
    const ticket = await fixtures.createTicket();
    assert.equal(await receive({ to: replyAddress(config, anna.id, ticket) ?? '', text: '> Question' }), 'empty');
  });
});

describe('a mail of which nothing is made', () => {
  it('is listed for admins, the newest first', async () => {
    await receive({ from: 'eve@example.org', subject: 'Away', headers: ['Auto-Submitted: auto-replied'] });
    const { status, body } = await fixtures.call(root, 'GET', '/ext/intake?limit=1');
    assert.equal(status, 200);
    assert.deepEqual(
      body.items.map(({ id: _, ...item }: { id: number }) => item),
      [{ at: fixtures.now.toISOString(), from: 'eve@example.org', subject: 'Away', reason: 'automatic' }],
    );
    assert.equal((await fixtures.call(anna, 'GET', '/ext/intake')).status, 403);
  });

  it('is the 21st of a sender in an hour', async () => {
    const before = (await reportsOf()).length;
    for (let n = 1; n <= 20; n++) assert.equal(await receive({ from: 'flood@example.net' }), undefined);
    assert.equal(await receive({ from: 'Flood@example.net' }), 'too_many');
    assert.equal((await reportsOf()).length, before + 20);
    fixtures.advanceClock(3_600_001);
    assert.equal(await receive({ from: 'flood@example.net' }), undefined);
  });

  it('is none of many that came over hours and are read at once after an outage', async () => {
    const from = 'busy@example.net';
    const [earlier, now] = [new Date(fixtures.now.getTime() - days(1)), fixtures.now];
    for (let n = 1; n <= 20; n++) assert.equal(await receive({ from, receivedAt: earlier }), undefined);
    assert.equal(await receive({ from, receivedAt: earlier }), 'too_many');
    assert.equal(await receive({ from, receivedAt: now }), undefined);
  });

  it('is one that was handled before: a crash after the report and before the mark makes no second report', async () => {
    await receive({ from: 'eve@example.net', subject: 'Exactly once', uid: 4_000_000 });
    await assert.rejects(receive({ from: 'eve@example.net', subject: 'Exactly once', uid: 4_000_000 }), AlreadyHandled);
    const once = (await reportsOf()).filter(({ text }: { text: string }) => text.startsWith('Exactly once'));
    assert.equal(once.length, 1);
  });

  it('is forgotten after 30 days', async () => {
    fixtures.advanceClock(days(31));
    assert(await deleteOldRecords(fixtures.deps));
    assert.equal((await fixtures.call(root, 'GET', '/ext/intake')).body.total, 0);
  });
});
