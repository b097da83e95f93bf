import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createFanOut } from '../../src/outbound/notifications/fan-out.ts';
import type { Delivery } from '../../src/platform/deliveries/queue.ts';
import { days, hours } from '../../src/platform/lib/duration.ts';
import { parseContact } from '../../src/product/tickets/contacts/queries.ts';
import { deleteTickets } from '../../src/product/tickets/retention.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm } from '../../testing/photo-files.ts';
import { openPortal, sendReport } from '../../testing/portal-client.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';

// People who have reported a problem without an account: mails, messages and ratings.

const smtp = await startSmtpServer();
after(() => smtp.stop());
const fixtures = await Fixtures.create({
  PORTAL_PROOF: 'false',
  MAX_REPORTS_PER_NETWORK: '1000',
  MAX_REPORTS_PER_OBJECT: '1000',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'Callout <callout@example.com>',
  PUBLIC_URL: 'https://callout.example.com',
});
const { root, anna, boris, wanda, lobby, tower } = fixtures;
const token = await openPortal(fixtures, anna, lobby);
const call = fixtures.call.bind(fixtures);
let addresses = 0;
const newAddress = (): string => `eve-${++addresses}@example.com`;
const newObject = () => fixtures.createObject(anna, tower, crypto.randomUUID());

const accept = async (report: string): Promise<number> =>
  (await call(anna, 'POST', `/ext/reports/${report}/accept`, { category: 'other', priority: 'normal' })).body.id;

/** A report that became a ticket of wanda. */
async function reported(fields: Record<string, string> = {}, portal = token): Promise<{ report: string; ticket: number }> {
  const { status, body } = await sendReport(fixtures, portal, fields);
  assert.equal(status, 201, JSON.stringify(body));
  const ticket = await accept(body.id);
  assert.equal((await call(wanda, 'PATCH', `/tickets/${ticket}/take`)).status, 200);
  return { report: body.id, ticket };
}

const step = async (who: TestUser, ticket: number, ...operations: string[]): Promise<void> => {
  for (const op of operations) assert.equal((await call(who, 'PATCH', `/tickets/${ticket}/${op}`, {})).status, 200, op);
};
const close = async (ticket: number): Promise<void> => {
  await step(wanda, ticket, 'start', 'done');
  await step(anna, ticket, 'confirm');
};

async function deliver(): Promise<void> {
  await fixtures.deliver('notifications');
  await fixtures.deliver('mails');
}
const mailsTo = async (address: string) => {
  await deliver();
  return smtp.mails().filter(({ to }) => to.includes(address));
};
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/https:\/\/callout\.example\.com(\/\S+)/g)].map(([, path = '']) => path);
const page = async (path: string) => call(undefined, 'GET', path);
const press = (path: string) => call(undefined, 'POST', path, undefined, { accept: 'text/html' });
const confirmAt = (path: string) => press(path.replace('?', '/confirm?'));

/** Confirms the address of a report by its mail. */
async function confirm(address: string): Promise<void> {
  const mails = await mailsTo(address);
  const [path = ''] = pathsIn(mails.at(-1)?.text ?? '');
  assert.equal((await confirmAt(path)).status, 303);
}

describe('the mail address of a report', () => {
  it('gets one mail without any text of the report, whose link changes nothing before its button is pressed', async () => {
    const to = newAddress();
    const fields = { text: 'The secret lamp is dark', contact: 'Eve', floor: 'Cellar 7', email: ` ${to} ` };
    const { body } = await sendReport(fixtures, token, fields);
    const [mail, ...others] = await mailsTo(to);
    assert(mail && others.length === 0);
    for (const word of ['secret', 'Eve', 'Cellar', body.id, token]) assert(!JSON.stringify(mail).includes(word), word);
    assert(mail.text.includes('Lobby'));
    assert.deepEqual([mail.headers['auto-submitted'], mail.headers['list-unsubscribe']], ['auto-generated', undefined]);
    const [path = ''] = pathsIn(mail.text);
    const opened = await page(path);
    assert.equal(opened.status, 200);
    assert(opened.body.includes('Yes, send me emails') && !opened.body.includes('secret'));
    await call(anna, 'POST', `/ext/reports/${body.id}/dismiss`, { reason: 'It was repaired yesterday' });
    assert.equal((await mailsTo(to)).length, 1, 'nothing else is sent before it is confirmed');
    const pressed = await confirmAt(path);
    assert.deepEqual([pressed.status, pressed.headers['location']], [303, path]);
    assert((await page(path)).body.includes('You get an email at each step'));
    assert.equal((await mailsTo(to)).length, 1);
  });

  it('is refused as that of an account would be, and may be left out or empty', async () => {
    for (const email of ['eve', 'eve@example', 'eve\u200b@example.com']) {
      const { status, body } = await sendReport(fixtures, token, { email });
      assert.deepEqual([status, body.error], [400, 'email must be a valid email'], email);
    }
    assert.equal((await sendReport(fixtures, token, { email: '' })).status, 201);
    const { body, headers } = multipartForm([
      { field: 'text', bytes: 'No light' },
      { field: 'email', bytes: 'eve@' },
    ]);
    const form = await call(undefined, 'POST', `/r/${token}?lang=en`, body, headers);
    assert.equal(form.status, 400);
    assert(form.body.includes('This email address is not valid.') && form.body.includes('value="eve@"'));
  });

  it('gets at most three such mails in a day, in whatever case it is written, and reports are taken all the same', async () => {
    const to = newAddress();
    const sent = await Promise.all([to, to.toUpperCase(), to, to].map((email) => sendReport(fixtures, token, { email })));
    assert.deepEqual(
      sent.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    await deliver();
    const count = () => smtp.mails().filter((mail) => mail.to[0]?.toLowerCase() === to).length;
    assert.equal(count(), 3);
    fixtures.advanceClock(days(1));
    await sendReport(fixtures, token, { email: to });
    await deliver();
    assert.equal(count(), 4);
  });

  it('is confirmed by nobody who knows the report only, and its page tells nothing once the report was deleted', async () => {
    const to = newAddress();
    const { body } = await sendReport(fixtures, token, { email: to });
    for (const key of [body.id, crypto.randomUUID(), 'x', "'"]) {
      for (const button of ['confirm', 'end'])
        assert.equal((await call(undefined, 'POST', `/r/mail/${key}/${button}`)).status, 404, key);
      const gone = await page(`/r/mail/${key}?lang=de`);
      assert.deepEqual([gone.status, gone.body.includes('Dieser Link gilt nicht mehr')], [404, true]);
    }
    const [mail] = await mailsTo(to);
    const [path = ''] = pathsIn(mail?.text ?? '');
    await fixtures.transaction((tx) => tx.deleteFrom('portal_reports').where('id', '=', body.id).execute());
    assert.equal((await confirmAt(path)).status, 404);
  });
});

describe('mails to the reporter', () => {
  it('tell each step in the language of the page, with the address of the report, and end with one click', async () => {
    const to = newAddress();
    const { body, headers } = multipartForm([
      { field: 'text', bytes: 'Kein Licht im Flur' },
      { field: 'email', bytes: to },
    ]);
    const form = await call(undefined, 'POST', `/r/${token}?lang=de`, body, headers);
    const report = /\/([\da-f-]{36})\?/.exec(String(form.headers['location']))?.[1] ?? '';
    await confirm(to);
    const subjects = async () => (await mailsTo(to)).map((mail) => mail.headers['subject']);
    assert.deepEqual(await subjects(), ['Bestätigen Sie Ihre E-Mail-Adresse']);
    const ticket = await accept(report);
    await deliver(); // before the next steps make it untrue
    await step(wanda, ticket, 'take');
    const from = new Date(fixtures.now.getTime() + hours(30)).toISOString();
    const until = new Date(fixtures.now.getTime() + hours(32)).toISOString();
    await call(wanda, 'PUT', `/ext/tickets/${ticket}/appointment`, { from, to: until });
    await deliver();
    const later = new Date(fixtures.now.getTime() + hours(33)).toISOString();
    const windows = [until, later].map((end) => ({ from, to: end }));
    assert.equal((await call(wanda, 'POST', `/ext/tickets/${ticket}/appointment/offers`, { windows })).status, 201);
    await deliver();
    await step(wanda, ticket, 'start', 'done');
    await deliver();
    await step(anna, ticket, 'confirm');
    assert.deepEqual((await subjects()).slice(1), [
      'Ihre Meldung für „Lobby“: Angenommen',
      'Ihre Meldung für „Lobby“: Termin',
      'Ihre Meldung für „Lobby“: Termin',
      'Ihre Meldung für „Lobby“: Erledigt',
      'Ihre Meldung für „Lobby“: Abgeschlossen',
    ]);
    const mails = await mailsTo(to);
    const last = mails.at(-1);
    assert(last);
    const threads = new Set(mails.map(({ headers: { references } }) => references));
    assert.deepEqual([threads.size, /^<report-[\da-f]{32}@callout\.example\.com>$/.test([...threads][0] ?? '')], [1, true]);
    for (const word of ['Kein Licht', 'wanda', 'anna']) assert(!`${last.text}${last.html}`.includes(word), word);
    assert.doesNotMatch(`${last.text}${last.html}`, new RegExp(`#${ticket}\\b`));
    const [reportPage = '', end = ''] = pathsIn(last.text); // in this order
    assert.equal(reportPage, `/r/${token}/${report}?lang=de`);
    assert((await page(reportPage)).body.includes('Abgeschlossen'));
    assert.equal(last.headers['list-unsubscribe'], `<https://callout.example.com${end}>`);
    assert.equal(last.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
    const opened = await page(end);
    assert.deepEqual([opened.status, opened.body.includes('Diese E-Mails beenden')], [200, true]);
    assert((await page(end.replace('/end', ''))).body.includes('Sie erhalten bei jedem Schritt'), 'opening it ends nothing');
    const oneClick = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
    assert.equal((await call(undefined, 'POST', end, 'List-Unsubscribe=One-Click', oneClick)).status, 200);
    assert((await page(end)).body.includes('keine E-Mails zu dieser Meldung mehr'));
  });

  it('are sent no more after the reporter has ended them, also those that wait already', async () => {
    const to = newAddress();
    const { ticket } = await reported({ email: to });
    await confirm(to);
    await step(wanda, ticket, 'start', 'done');
    await fixtures.deliver('notifications');
    const { mail_key } = await fixtures.db.read
      .selectFrom('portal_reports')
      .select('mail_key')
      .where('ticket_id', '=', ticket)
      .executeTakeFirstOrThrow();
    assert.equal((await press(`/r/mail/${mail_key}/end`)).status, 303);
    assert.equal((await mailsTo(to)).length, 1);
    await step(anna, ticket, 'confirm');
    assert.equal((await mailsTo(to)).length, 1);
  });

  it('say why a report was dismissed, and that a request was closed without work, without its reason', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const { body } = await sendReport(fixtures, token, { email: first });
    await confirm(first);
    await call(root, 'POST', `/ext/reports/${body.id}/dismiss`, { reason: 'It was repaired yesterday' });
    assert((await mailsTo(first)).at(-1)?.text.includes('Answer: It was repaired yesterday'));
    const { ticket } = await reported({ email: second });
    await confirm(second);
    await call(anna, 'PATCH', `/tickets/${ticket}/cancel`, { reason: 'Boris does it himself' });
    const mail = (await mailsTo(second)).at(-1);
    assert(mail?.text.includes('closed without further work') && !mail.text.includes('Boris'));
  });

  it('are sent once, also when the process dies before the event that causes them is deleted', async () => {
    const to = newAddress();
    const { ticket } = await reported({ email: to });
    await confirm(to);
    await step(wanda, ticket, 'start', 'done');
    const { rows } = await sql<Delivery<'notifications'>>`
      select id, tenant, payload, created_at, 1 as attempts, '' as lease, null as last_error from deliveries
      where queue = 'notifications' and payload ->> 'action' = 'done'`.execute(fixtures.db.read);
    const [done, ...others] = rows;
    assert(done && others.length === 0);
    const fanOut = createFanOut(fixtures.deps);
    for (let attempt = 1; attempt <= 2; attempt++) await fanOut(done);
    assert.equal((await mailsTo(to)).length, 2, 'one that asks for the confirmation, and one');
  });

  it('are dropped when they are not true any more', async () => {
    const to = newAddress();
    const { ticket } = await reported({ email: to });
    await confirm(to);
    await step(wanda, ticket, 'start', 'done');
    await fixtures.deliver('notifications');
    await call(anna, 'PATCH', `/tickets/${ticket}/reject`, { reason: 'The lamp is still dark' });
    assert.equal((await mailsTo(to)).length, 1);
  });
});

const send = (report: string, text: unknown, portal = token, ip = '198.51.100.1') =>
  call(undefined, 'POST', `/ext/portal/${portal}/reports/${report}/messages`, { text }, { 'x-forwarded-for': ip });
const commentsOf = async (who: TestUser, ticket: number) =>
  (await call(who, 'GET', `/ext/tickets/${ticket}/comments`)).body.items;
const comment = (who: TestUser, ticket: number, body: object) => call(who, 'POST', `/ext/tickets/${ticket}/comments`, body);

describe('POST /ext/portal/{token}/reports/{id}/messages', () => {
  it('adds a comment of the role reporter, of which client and worker are notified, and webhooks, search and counts have it', async () => {
    const { report, ticket } = await reported({ contact: 'Eve' });
    const { status, body } = await send(report, '  It is the purple lamp  ');
    assert.deepEqual([status, body], [201, { text: 'It is the purple lamp', created_at: fixtures.now.toISOString() }]);
    for (const who of [anna, wanda, root]) {
      const [{ id: _, ...added }] = await commentsOf(who, ticket);
      assert.deepEqual(added, {
        author_id: '',
        author_name: '',
        author_role: 'reporter',
        text: 'It is the purple lamp',
        internal: false,
        to_reporter: false,
        attachments: [],
        created_at: fixtures.now.toISOString(),
      });
    }
    await fixtures.deliver('notifications');
    for (const who of [anna, wanda]) {
      const { items } = (await call(who, 'GET', '/ext/notifications?limit=100')).body;
      const told = items.filter(
        (one: { event: string; ticket_id: number }) => one.event === 'comment_added' && one.ticket_id === ticket,
      );
      assert.deepEqual(
        told.map(({ params }: { params: Record<string, string> }) => [params['actor_name'], params['comment']]),
        [['', 'It is the purple lamp']],
      );
    }
    assert.equal((await call(anna, 'GET', `/ext/tickets/${ticket}`)).body.comments, 1);
    assert.equal((await call(anna, 'GET', '/ext/tickets?q=purple')).body.items[0].id, ticket);
  });

  it('returns 400 without a text or above 2,000 characters, 404 elsewhere, and 409 before the report is accepted and after the end', async () => {
    const other = await openPortal(fixtures, boris, fixtures.gate);
    const { body } = await sendReport(fixtures, token);
    const early = await send(body.id, 'Hello');
    assert.deepEqual([early.status, early.headers['error-code']], [409, 'report_not_accepted']);
    const { report, ticket } = await reported();
    for (const text of ['', '  ', 'x'.repeat(2_001), 7]) assert.equal((await send(report, text)).status, 400);
    assert.equal((await send(report, '\u{1f4a1}'.repeat(2_000))).status, 201);
    assert.equal((await send(report, 'Hello', other)).status, 404);
    assert.equal((await send(crypto.randomUUID(), 'Hello')).status, 404);
    await close(ticket);
    const late = await send(report, 'Hello');
    assert.deepEqual([late.status, late.headers['error-code']], [409, 'ticket_closed']);
    assert.equal((await commentsOf(anna, ticket)).length, 1);
  });

  it('sent again with its Idempotency-Key makes one comment and gets the same answer, also at once; another text is 409', async () => {
    const { report, ticket } = await reported();
    const key = { 'idempotency-key': crypto.randomUUID(), 'x-forwarded-for': '198.51.100.1' };
    const sendKeyed = (text: string, id = report) =>
      call(undefined, 'POST', `/ext/portal/${token}/reports/${id}/messages`, { text }, key);
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendKeyed('The left one')));
    const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
    assert.deepEqual([answers.map(({ status }) => status), replayed.length], [[201, 201, 201, 201], 3]);
    fixtures.advanceClock(1_000);
    assert.deepEqual((await sendKeyed('The left one')).body, answers[0]?.body);
    const other = await sendKeyed('The right one');
    assert.deepEqual([other.status, other.headers['error-code']], [409, 'idempotency_key_reused']);
    assert.equal((await commentsOf(anna, ticket)).length, 1);
    const { body: open } = await sendReport(fixtures, token);
    assert.equal((await sendKeyed('The left one', open.id)).status, 409);
    const accepted = await accept(open.id);
    assert.equal((await sendKeyed('The left one', open.id)).status, 201, 'a refusal is not kept');
    assert.equal((await commentsOf(anna, accepted)).length, 1);
  });

  it('is limited as reports are: by network, and by object', async () => {
    const limited = await Fixtures.create({ PORTAL_PROOF: 'false', MAX_REPORTS_PER_NETWORK: '3', MAX_REPORTS_PER_OBJECT: '4' });
    const portal = await openPortal(limited, limited.anna, limited.lobby);
    const { body } = await sendReport(limited, portal);
    await limited.call(limited.anna, 'POST', `/ext/reports/${body.id}/accept`, { category: 'other', priority: 'normal' });
    const write = async (ip: string) =>
      (
        await limited.call(
          undefined,
          'POST',
          `/ext/portal/${portal}/reports/${body.id}/messages`,
          { text: 'Hello' },
          { 'x-forwarded-for': ip },
        )
      ).status;
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push(await write('203.0.113.9'));
    assert.deepEqual(statuses, [201, 201, 201, 429]);
    assert.deepEqual([await write('203.0.113.10'), await write('203.0.113.11')], [201, 429]);
  });
});

describe('comments with to_reporter', () => {
  it('are on the page of the report without a name, with own messages, and nothing else is', async () => {
    const { report, ticket } = await reported();
    const { body: other } = await sendReport(fixtures, token, { text: 'The same lamp' });
    await call(anna, 'POST', `/ext/reports/${other.id}/merge`, { ticket_id: ticket });
    await comment(anna, ticket, { text: 'Nobody else reads this' });
    await comment(wanda, ticket, { text: 'Nor this one', internal: true });
    const { status, body } = await comment(wanda, ticket, { text: 'Which lamp is it?', to_reporter: true });
    assert.deepEqual([status, body.to_reporter, body.internal], [201, true, false]);
    await send(report, 'The left one');
    await send(other.id, 'The right one');
    const shown = (await page(`/r/${token}/${report}`)).body;
    const texts = [
      ...shown.matchAll(/<li class="message">\s*<p class="hint">([^·]+) ·.*?<p class="typed" dir="auto">(.*?)<\/p>/gs),
    ];
    assert.deepEqual(
      texts.map(([, who, text]) => [who, text]),
      [
        ['Reply', 'Which lamp is it?'],
        ['Your message', 'The left one'],
      ],
    );
    for (const word of ['wanda', 'anna', 'Nobody else', 'Nor this', 'The right one', 'The same lamp'])
      assert(!shown.includes(word), word);
    const merged = (await page(`/r/${token}/${other.id}`)).body;
    assert(merged.includes('Which lamp is it?') && merged.includes('The right one') && !merged.includes('The left one'));
  });

  it('return 409 for a ticket without a report, and 400 when they are internal too', async () => {
    const own = await fixtures.createTicketWithStatus('assigned');
    const { status, headers } = await comment(anna, own, { text: 'Hello', to_reporter: true });
    assert.deepEqual([status, headers['error-code']], [409, 'ticket_without_report']);
    const { ticket } = await reported();
    assert.equal((await comment(root, ticket, { text: 'Hello', internal: true, to_reporter: true })).status, 400);
    assert.deepEqual(await commentsOf(root, ticket), []);
  });
});

describe('the forms on the page of a report', () => {
  const post = async (path: string, fields: Record<string, string>) => {
    const { body, headers } = multipartForm(Object.entries(fields).map(([field, bytes]) => ({ field, bytes })));
    return call(undefined, 'POST', path, body, headers);
  };

  it('send a message and a rating without a script, and show what was typed when they are not taken', async () => {
    const { report, ticket } = await reported();
    const path = `/r/${token}/${report}`;
    const sent = await post(`${path}/messages?lang=en`, { text: 'It is the left one' });
    assert.deepEqual([sent.status, sent.headers['location']], [303, `${path}?lang=en`]);
    const refused = await post(`${path}/messages?lang=en`, { text: `<b>${'x'.repeat(2_000)}` });
    assert.equal(refused.status, 400);
    assert(refused.body.includes('at most 2000 characters') && refused.body.includes('&lt;b&gt;xxx'));
    assert((await page(path)).body.includes('name="text" rows="3"'));
    assert(!(await page(path)).body.includes('name="rating"'));
    await close(ticket);
    assert((await page(path)).body.includes('name="rating"') && !(await page(path)).body.includes('rows="3"'));
    const unchosen = await post(`${path}/rating?lang=en`, { text: 'Quick' });
    assert.deepEqual([unchosen.status, unchosen.body.includes('Please choose one of the ratings.')], [400, true]);
    assert.equal((await post(`${path}/rating`, { rating: '4', text: 'Quick' })).status, 303);
    const rated = (await page(path)).body;
    assert(rated.includes('You rated the work 4 out of 5.') && !rated.includes('name="rating"') && !rated.includes('Quick'));
    assert.equal((await page(`${path}/rating`)).status, 303);
  });

  it('a message that is sent again with the key of its page is one comment, and another text is another one', async () => {
    const { report, ticket } = await reported();
    const path = `/r/${token}/${report}`;
    const key = /name="key" value="([^"]+)"/.exec((await page(path)).body)?.[1] ?? '';
    assert.notEqual(key, '');
    assert(!(await page(path)).body.includes(key));
    const answers = await Promise.all([1, 2, 3].map(() => post(`${path}/messages`, { key, text: 'It is the left one' })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]));
    assert.equal((await post(`${path}/messages`, { key, text: 'No, the right one' })).status, 303);
    const texts = async () => (await commentsOf(anna, ticket)).map(({ text }: { text: string }) => text);
    assert.deepEqual(await texts(), ['It is the left one', 'No, the right one']);
    await close(ticket);
    assert.equal((await post(`${path}/messages`, { key, text: 'No, the right one' })).status, 303);
    assert.equal((await post(`${path}/messages`, { key, text: 'Thank you' })).status, 409);
  });
});

const rate = (report: string, body: object) => call(undefined, 'POST', `/ext/portal/${token}/reports/${report}/rating`, body);

describe('POST /ext/portal/{token}/reports/{id}/rating', () => {
  it('is taken once, and only after the ticket was closed; client and admins read it', async () => {
    const { report, ticket } = await reported();
    const early = await rate(report, { rating: 5 });
    assert.deepEqual([early.status, early.headers['error-code']], [409, 'ticket_not_closed']);
    await close(ticket);
    for (const body of [{}, { rating: 0 }, { rating: 6 }, { rating: 2.5 }, { rating: 3, text: 'x'.repeat(2_001) }])
      assert.equal((await rate(report, body)).status, 400, JSON.stringify(body));
    const answers = await Promise.all([5, 4, 3].map((rating) => rate(report, { rating, text: ' Quick ' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
    const taken = answers.find(({ status }) => status === 201)?.body;
    assert.deepEqual([taken.text, taken.created_at], ['Quick', fixtures.now.toISOString()]);
    assert.equal(answers.find(({ status }) => status === 409)?.headers['error-code'], 'already_rated');
    for (const who of [anna, root]) {
      const [found] = (await call(who, 'GET', `/ext/reports?ticket_id=${ticket}`)).body.items;
      assert.deepEqual(found.rating, taken);
    }
  });

  it('counts in GET /ext/stats in totals, by object and by worker, also when the tickets are gone, until the project is', async () => {
    const project = (await call(anna, 'POST', '/projects', { name: 'Rated', description: '' })).body.id;
    const hall = await fixtures.createObject(anna, project, 'Hall');
    await fixtures.addMember(project, wanda, 'active');
    const portal = await openPortal(fixtures, anna, hall);
    const rateNew = async (rating: number): Promise<number> => {
      const { report, ticket } = await reported({}, portal);
      await close(ticket);
      const path = `/ext/portal/${portal}/reports/${report}/rating`;
      assert.equal((await call(undefined, 'POST', path, { rating })).status, 201);
      return ticket;
    };
    const tickets = [await rateNew(5), await rateNew(4), await rateNew(4)];
    const stats = async (who: TestUser, range = '') => {
      const { body } = await call(who, 'GET', `/ext/stats?project_id=${project}${range}`);
      return [
        body.totals.rating,
        body.by_object.map((one: { name: string; rating: object }) => [one.name, one.rating]),
        body.by_worker.map((one: { name: string; rating: object }) => [one.name, one.rating]),
      ];
    };
    const rating = { count: 3, mean: 4.33 };
    const to = new Date(fixtures.now.getTime() + 1).toISOString();
    assert.deepEqual(await stats(anna, `&to=${to}`), [rating, [['Hall', rating]], [['wanda', rating]]]);
    assert.deepEqual((await stats(anna, `&to=${fixtures.now.toISOString()}`))[0], { count: 0, mean: null });
    assert.deepEqual((await call(boris, 'GET', '/ext/stats')).body.totals.rating, { count: 0, mean: null });
    await fixtures.db.transaction((tx) => deleteTickets(tx, tickets));
    const later = new Date(fixtures.now.getTime() + days(1)).toISOString();
    assert.deepEqual((await stats(root, `&to=${later}`))[0], rating);
    const kept = async () =>
      (await fixtures.db.read.selectFrom('report_rating_stats').select('id').where('project_id', '=', project).execute()).length;
    assert.equal(await kept(), 3);
    assert.equal((await call(root, 'DELETE', `/projects/${project}`)).status, 200);
    assert.equal(await kept(), 0);
  });
});

describe('the reporter in GET /ext/tickets/{id}/contacts', () => {
  const reporterFor = async (who: TestUser, ticket: number) =>
    (await call(who, 'GET', `/ext/tickets/${ticket}/contacts`)).body.reporter;

  it('is what the reporter has left, for the owner, admins and the assigned worker', async () => {
    const email = newAddress();
    const { body } = await sendReport(fixtures, token, { contact: 'Eve Weiss, 030 123 456', email });
    const ticket = await accept(body.id);
    const expected = { name: 'Eve Weiss', phone: '030 123 456', email };
    assert.deepEqual(await reporterFor(anna, ticket), expected);
    assert.deepEqual(await reporterFor(root, ticket), expected);
    assert.equal(await reporterFor(wanda, ticket), null, 'a member who may take it');
    await step(wanda, ticket, 'take');
    assert.deepEqual(await reporterFor(wanda, ticket), expected);
  });

  it('is empty when nothing was left, of several reports one with something, and null for tickets without a report', async () => {
    const { ticket } = await reported();
    assert.deepEqual(await reporterFor(anna, ticket), { name: '', phone: '', email: '' });
    const { body } = await sendReport(fixtures, token, { contact: 'Eve' });
    await call(anna, 'POST', `/ext/reports/${body.id}/merge`, { ticket_id: ticket });
    assert.deepEqual(await reporterFor(anna, ticket), { name: 'Eve', phone: '', email: '' });
    assert.equal(await reporterFor(anna, await fixtures.createTicket()), null);
  });

  it('finds number and address in what was written, and takes the rest for the name', () => {
    const of = (contact: string, email = '') => {
      const { name, phone, email: shown } = parseContact({ contact, email });
      return [name, phone, shown];
    };
    assert.deepEqual(of('Eve'), ['Eve', '', '']);
    assert.deepEqual(of('+49 (0)30 / 123-45'), ['', '+49 (0)30 / 123-45', '']);
    assert.deepEqual(of('Flat 12, Eve: 0171.555 66 77 (evenings)'), ['Flat 12, Eve: (evenings)', '0171.555 66 77', '']);
    assert.deepEqual(of('eve@example.com, 030123456'), ['', '030123456', 'eve@example.com']);
    assert.deepEqual(of('Eve <eve@example.com>'), ['Eve', '', 'eve@example.com']);
    assert.deepEqual(of('Eve eve@example.com', 'other@example.com'), ['Eve eve@example.com', '', 'other@example.com']);
    assert.deepEqual(of('', 'eve@example.com'), ['', '', 'eve@example.com']);
  });
});

it('what a reporter left goes with the ticket and its report', async () => {
  const object = await newObject();
  const portal = await openPortal(fixtures, anna, object);
  const { report, ticket } = await reported({ email: newAddress(), contact: 'Eve' }, portal);
  await call(undefined, 'POST', `/ext/portal/${portal}/reports/${report}/messages`, { text: 'Gone soon' });
  await close(ticket);
  await call(undefined, 'POST', `/ext/portal/${portal}/reports/${report}/rating`, { rating: 1, text: 'Slow' });
  await fixtures.db.transaction((tx) => deleteTickets(tx, [ticket]));
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from portal_reports where id = ${report}) + (select count(*) from report_ratings where report_id = ${report})
      + (select count(*) from ticket_comments where ticket_id = ${ticket}) as n`.execute(fixtures.db.read);
  assert.equal(Number(rows[0]?.n), 0);
  assert.equal((await page(`/r/${portal}/${report}`)).status, 404);
});
