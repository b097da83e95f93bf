import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { hours, minutes } from '../../src/platform/lib/duration.ts';
import { offerEnds, offerLimits } from '../../src/product/tickets/appointments/schemas.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm } from '../../testing/photo-files.ts';
import { openPortal, sendReport } from '../../testing/portal-client.ts';

// Times that are offered to whoever reported a problem, and what they answer without an account.

const fixtures = await Fixtures.create({
  PORTAL_PROOF: 'false',
  MAX_REPORTS_PER_NETWORK: '1000',
  MAX_REPORTS_PER_OBJECT: '1000',
});
const { anna, boris, wanda, lobby, tower } = fixtures;
const token = await openPortal(fixtures, anna, lobby);
const call = fixtures.call.bind(fixtures);

interface Reported {
  report: string;
  ticket: number;
}

/** A report that became a ticket, assigned to wanda. */
async function reported(portal = token): Promise<Reported> {
  const { body } = await sendReport(fixtures, portal);
  const { body: ticket } = await call(anna, 'POST', `/ext/reports/${body.id}/accept`, { category: 'other', priority: 'normal' });
  assert.equal((await call(wanda, 'PATCH', `/tickets/${ticket.id}/take`)).status, 200);
  return { report: body.id, ticket: ticket.id };
}

const at = (ms: number): string => new Date(fixtures.now.getTime() + ms).toISOString();
const visit = (fromMs: number, lengthMs = hours(2)) => ({ from: at(fromMs), to: at(fromMs + lengthMs) });
const two = () => [visit(hours(30)), visit(hours(54))] as const;
const offer = (who: TestUser, ticket: number, windows: readonly object[]) =>
  call(who, 'POST', `/ext/tickets/${ticket}/appointment/offers`, { windows });
const put = (who: TestUser, ticket: number, body: object) => call(who, 'PUT', `/ext/tickets/${ticket}/appointment`, body);
const offersOf = async (ticket: number) => (await call(wanda, 'GET', `/ext/tickets/${ticket}/appointment/offers`)).body.items;
const endsOf = async (ticket: number) => (await offersOf(ticket)).map((one: { end_reason: string }) => one.end_reason);
const appointmentOf = async (ticket: number) => (await call(anna, 'GET', `/ext/tickets/${ticket}`)).body.appointment;
const read = async (report: string, portal = token) =>
  (await call(undefined, 'GET', `/ext/portal/${portal}/reports/${report}/appointment`)).body;
const answer = (report: string, body: object, ip = '198.51.100.1', portal = token) =>
  call(undefined, 'POST', `/ext/portal/${portal}/reports/${report}/appointment`, body, { 'x-forwarded-for': ip });
const nothing = { appointment: null, windows: [], has_declined: false };

async function inbox(who: TestUser, ticket: number) {
  await fixtures.deliver('notifications');
  const { body } = await call(who, 'GET', '/ext/notifications?limit=100');
  return body.items
    .filter(
      ({ event, ticket_id }: { event: string; ticket_id: number }) => ticket_id === ticket && event.startsWith('appointment'),
    )
    .map(({ event, params }: { event: string; params: Record<string, string> }) => [event, params['answer'], params['comment']]);
}

describe('POST /ext/tickets/{id}/appointment/offers', () => {
  it('offers times, and offers again in place of those before', async () => {
    const { ticket, report } = await reported();
    const first = two();
    const { status, body } = await offer(wanda, ticket, first);
    const { id, ...rest } = body;
    const expected = { ticket_id: ticket, windows: first, offered_by: wanda.id, offered_by_name: 'wanda', offered_at: at(0) };
    assert.deepEqual([status, rest], [201, { ...expected, ended_at: null, end_reason: null, answer_note: '' }]);
    const second = [visit(hours(5)), visit(hours(6)), visit(hours(7)), visit(hours(8)), visit(hours(9))];
    assert.equal((await offer(anna, ticket, second)).status, 201);
    assert.deepEqual(await endsOf(ticket), ['replaced', null]);
    assert.equal((await offersOf(ticket))[0].id, id);
    assert.deepEqual(await read(report), { ...nothing, windows: second });
    assert.equal(await appointmentOf(ticket), null);
  });

  it('returns 400 for one or six times, equal ones, and times that no appointment can have', async () => {
    const { ticket } = await reported();
    const fine = visit(hours(1));
    const refused: object[][] = [
      [fine],
      [1, 2, 3, 4, 5, 6].map((n) => visit(hours(n))),
      [fine, fine],
      [fine, visit(-1)],
      [fine, visit(hours(2), 0)],
      [fine, visit(hours(2), hours(24) + 1)],
      [fine, { from: at(hours(2)) }],
    ];
    for (const windows of refused) assert.equal((await offer(anna, ticket, windows)).status, 400, JSON.stringify(windows));
    const { body } = await offer(anna, ticket, [fine, visit(-1)]);
    assert.equal(body.error, 'from must not be in the past');
    assert.deepEqual(await offersOf(ticket), []);
  });

  it('returns 409 for a ticket that nobody reported without an account, and for done and closed ones', async () => {
    const own = await fixtures.createTicketWithStatus('assigned');
    const { status, body, headers } = await offer(anna, own, two());
    assert.deepEqual(
      [status, body.error, headers['error-code']],
      [409, 'nobody without an account has reported this ticket', 'ticket_without_report'],
    );
    const { ticket } = await reported();
    for (const op of ['start', 'done']) await call(wanda, 'PATCH', `/tickets/${ticket}/${op}`);
    assert.equal((await offer(anna, ticket, two())).body.error, 'cannot schedule a ticket that is done');
    await call(anna, 'PATCH', `/tickets/${ticket}/confirm`);
    assert.equal((await offer(anna, ticket, two())).status, 409);
  });

  it(`offers at most ${offerLimits.ofTicket} times for a ticket, and the table has the ends of the API`, async () => {
    const { ticket } = await reported();
    await fixtures.transaction((tx) =>
      sql`insert into ticket_appointment_offers (ticket_id, windows, offered_by_name, offered_at, ended_at, end_reason)
        select ${ticket}, '[]', 'anna', ${fixtures.now}, ${fixtures.now}, 'replaced'
        from generate_series(2, ${offerLimits.ofTicket}::int)`.execute(tx),
    );
    assert.equal((await offer(anna, ticket, two())).status, 201);
    assert.equal((await offer(anna, ticket, two())).body.error, 'times were offered too often for this ticket');
    const { rows } = await sql<{ def: string }>`
      select pg_get_constraintdef(oid) as def from pg_constraint where conname = 'ticket_appointment_offers_end_reason'`.execute(
      fixtures.db.read,
    );
    assert.deepEqual(
      rows.map(({ def }) => [...def.matchAll(/'(\w+)'/g)].map(([, value]) => value)),
      [[...offerEnds]],
    );
  });

  it('offers end with an appointment that somebody sets or cancels, and with the ticket', async () => {
    const ends: [string, (ticket: number) => Promise<{ status: number }>][] = [
      ['withdrawn', (ticket) => put(wanda, ticket, visit(hours(3)))],
      ['withdrawn', (ticket) => call(anna, 'DELETE', `/ext/tickets/${ticket}/appointment`)],
      ['ticket_closed', (ticket) => call(anna, 'PATCH', `/tickets/${ticket}/cancel`, { reason: 'a mistake' })],
    ];
    for (const [end, step] of ends) {
      const { ticket, report } = await reported();
      await put(wanda, ticket, visit(hours(20)));
      const windows = two();
      await offer(wanda, ticket, windows);
      assert.equal((await step(ticket)).status, 200);
      assert.deepEqual(await endsOf(ticket), [end]);
      assert.deepEqual((await read(report)).windows, []);
      const { status, headers } = await answer(report, { answer: 'accepted', ...windows[0] });
      assert.deepEqual([status, headers['error-code']], [409, 'appointment_changed'], end);
    }
  });
});

describe('an answer about offered times', () => {
  it('makes the chosen one the appointment, and tells client and worker', async () => {
    const { ticket, report } = await reported();
    await put(anna, ticket, visit(hours(20)));
    const windows = two();
    await offer(wanda, ticket, windows);
    fixtures.advanceClock(minutes(1));
    const { status, body } = await answer(report, { answer: 'accepted', ...windows[1], note: 'Ring twice' });
    assert.deepEqual([status, body], [200, { ...nothing, appointment: { ...windows[1], answer: 'accepted' } }]);
    const set = { ...windows[1], note: '', set_by_name: 'wanda', set_at: at(0), answer: 'accepted' };
    assert.deepEqual(await appointmentOf(ticket), set);
    const [chosen] = await offersOf(ticket);
    assert.deepEqual([chosen.end_reason, chosen.ended_at, chosen.answer_note], ['chosen', at(0), 'Ring twice']);
    const history = (await call(anna, 'GET', `/ext/tickets/${ticket}/appointments`)).body.items;
    assert.deepEqual(
      history.map((one: Record<string, string>) => [one['end_reason'], one['answer'], one['answer_note'], one['answered_at']]),
      [
        ['replaced', null, '', null],
        [null, 'accepted', 'Ring twice', at(0)],
      ],
    );
    const told = ['appointment_set', 'accepted', 'Ring twice'];
    assert.deepEqual((await inbox(wanda, ticket))[0], told);
    assert.deepEqual(await inbox(anna, ticket), [told]);
    assert.equal((await answer(report, { answer: 'accepted', ...windows[1] })).status, 200, 'the same again');
    assert.equal((await answer(report, { answer: 'accepted', ...windows[0] })).status, 409, 'another one');
    assert.deepEqual(await inbox(anna, ticket), [told]);
  });

  it('needs the time, which must be one that is offered and has not begun', async () => {
    const { ticket, report } = await reported();
    const windows = two();
    await offer(wanda, ticket, windows);
    const [window] = windows;
    const refused: [number, object][] = [
      [409, { answer: 'accepted' }],
      [400, { answer: 'accepted', from: window.from }],
      [400, { answer: 'accepted', to: window.to }],
      [400, { ...window }],
      [400, { answer: 'maybe', ...window }],
      [400, { answer: 'accepted', ...window, note: 'x'.repeat(2_001) }],
      [409, { answer: 'accepted', from: window.from, to: windows[1].to }],
    ];
    for (const [status, body] of refused)
      assert.equal((await answer(report, body)).status, status, JSON.stringify(body).slice(0, 90));
    fixtures.advanceClock(hours(30) + 1);
    assert.deepEqual((await read(report)).windows, [windows[1]]);
    assert.equal((await answer(report, { answer: 'accepted', ...window })).status, 409);
    assert.equal((await answer(report, { answer: 'accepted', ...windows[1] })).status, 200);
  });

  it('declines all of them with a note, and keeps the appointment that there is', async () => {
    const { ticket, report } = await reported();
    await put(wanda, ticket, visit(hours(200)));
    await offer(wanda, ticket, two());
    const { status, body } = await answer(report, { answer: 'declined', note: 'Only on weekends' });
    const kept = { ...visit(hours(200)), answer: null };
    assert.deepEqual([status, body], [200, { appointment: kept, windows: [], has_declined: true }]);
    assert.deepEqual(
      (await offersOf(ticket)).map((one: Record<string, string>) => [one['end_reason'], one['answer_note']]),
      [['declined', 'Only on weekends']],
    );
    for (const who of [anna, wanda])
      assert.deepEqual((await inbox(who, ticket))[0], ['appointment_answered', 'declined', 'Only on weekends']);
    fixtures.advanceClock(1);
    await offer(wanda, ticket, two());
    assert.equal((await read(report)).has_declined, false);
  });

  it('one of two choices at once wins', async () => {
    const { ticket, report } = await reported();
    const windows = two();
    await offer(wanda, ticket, windows);
    const answers = await Promise.all(windows.map((window) => answer(report, { answer: 'accepted', ...window })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const { from } = await appointmentOf(ticket);
    assert.equal(from, windows[answers.findIndex(({ status }) => status === 200)]?.from);
    assert.deepEqual([await endsOf(ticket), (await inbox(anna, ticket)).length], [['chosen'], 1]);
  });

  it('a choice and an appointment at once leave the appointment of whoever came last, and a choice after a PUT is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { ticket, report } = await reported();
      const [window, other] = two();
      await offer(wanda, ticket, [window, other]);
      const own = visit(hours(10));
      const [chosen, set] = await Promise.all([answer(report, { answer: 'accepted', ...window }), put(anna, ticket, own)]);
      assert.equal(set.status, 200);
      assert.equal((await appointmentOf(ticket)).from, own.from);
      assert.deepEqual(await endsOf(ticket), [chosen.status === 200 ? 'chosen' : 'withdrawn']);
      assert([200, 409].includes(chosen.status));
    }
  });
});

describe('an answer about an appointment', () => {
  it('accepts and declines it, and may change while it lasts; each change is told once', async () => {
    const { ticket, report } = await reported();
    await put(anna, ticket, { ...visit(hours(30)), note: 'The key is under the mat' });
    const { appointment } = await read(report);
    assert.deepEqual(appointment, { ...visit(hours(30)), answer: null });
    const { from, to } = appointment;
    for (const [step, note] of [
      ['accepted', ''],
      ['accepted', 'again'],
      ['declined', 'I am ill'],
      ['accepted', ''],
    ] as const) {
      fixtures.advanceClock(1_000);
      const { status, body } = await answer(report, { answer: step, from, to, note });
      assert.deepEqual([status, body.appointment], [200, { from, to, answer: step }]);
      assert.equal((await appointmentOf(ticket)).answer, step);
      await fixtures.deliver('notifications');
    }
    const told = [
      ['appointment_answered', 'accepted', undefined],
      ['appointment_answered', 'declined', 'I am ill'],
      ['appointment_answered', 'accepted', undefined],
    ];
    assert.deepEqual(await inbox(anna, ticket), told);
    assert.deepEqual((await inbox(wanda, ticket)).slice(0, 3), told);
  });

  it('is refused for another appointment than was read, for one that is over, and for work that is done', async () => {
    const { ticket, report } = await reported();
    assert.equal((await answer(report, { answer: 'accepted' })).status, 409, 'there is none');
    const before = visit(hours(30));
    await put(anna, ticket, before);
    await put(anna, ticket, visit(hours(31)));
    assert.equal((await answer(report, { answer: 'accepted', ...before })).status, 409);
    assert.equal((await answer(report, { answer: 'declined', ...before })).status, 409);
    assert.equal((await appointmentOf(ticket)).answer, null);
    assert.equal((await answer(report, { answer: 'accepted' })).status, 200, 'whatever it is');
    fixtures.advanceClock(hours(33));
    assert.deepEqual(await read(report), nothing);
    assert.equal((await answer(report, { answer: 'declined' })).status, 409);
    await put(anna, ticket, visit(hours(1)));
    for (const op of ['start', 'done']) await call(wanda, 'PATCH', `/tickets/${ticket}/${op}`);
    assert.deepEqual(await read(report), nothing);
    assert.equal((await answer(report, { answer: 'declined' })).status, 409);
  });

  it('is nobody else’s: open, unknown and foreign reports have none', async () => {
    const { report } = await reported();
    const open = (await sendReport(fixtures, token)).body.id;
    assert.deepEqual(await read(open), nothing);
    assert.equal((await answer(open, { answer: 'accepted' })).status, 409);
    const elsewhere = await openPortal(fixtures, boris, fixtures.gate);
    for (const [portal, id] of [
      [token, crypto.randomUUID()],
      [token, '17'],
      [elsewhere, report],
      ['x'.repeat(43), report],
    ] as const) {
      const path = `/ext/portal/${portal}/reports/${id}/appointment`;
      assert.equal((await call(undefined, 'GET', path)).status, 404, path);
      assert.equal((await answer(id, { answer: 'accepted' }, undefined, portal)).status, 404, path);
    }
  });

  it('by the reporter of a report that was merged counts as well', async () => {
    const { ticket } = await reported();
    const { body } = await sendReport(fixtures, token);
    await call(anna, 'POST', `/ext/reports/${body.id}/merge`, { ticket_id: ticket });
    await put(anna, ticket, visit(hours(30)));
    assert.equal((await answer(body.id, { answer: 'accepted' })).status, 200);
    assert.equal((await appointmentOf(ticket)).answer, 'accepted');
  });
});

describe('the page of a report with an appointment', () => {
  const page = (path: string) => call(undefined, 'GET', path);
  const fieldsOf = (body: string) => [...body.matchAll(/name="window" value="([^"]+)"/g)].map(([, value = '']) => value);
  const send = (report: string, fields: Record<string, string>, ip = '198.51.100.2', portal = token) => {
    const { body, headers } = multipartForm(Object.entries(fields).map(([field, bytes]) => ({ field, bytes })));
    return call(undefined, 'POST', `/r/${portal}/${report}/appointment?lang=en`, body, { ...headers, 'x-forwarded-for': ip });
  };

  it('shows the times and takes a choice; opening it, and any other link, changes nothing', async () => {
    const { ticket, report } = await reported();
    const windows = two();
    await offer(wanda, ticket, windows);
    const before = await page(`/r/${token}/${report}?lang=en`);
    const values = fieldsOf(before.body);
    assert.deepEqual(
      values,
      windows.map(({ from, to }) => `${from} ${to}`),
    );
    assert(!before.body.includes('wanda'));
    const action = /action="([^"]+\/appointment[^"]*)"/.exec(before.body)?.[1] ?? '';
    for (const path of [
      action,
      `${action}&answer=accepted&window=${values[0]}`,
      `/ext/portal/${token}/reports/${report}/appointment`,
    ])
      assert([200, 303].includes((await page(path)).status), path);
    assert.deepEqual([await endsOf(ticket), await appointmentOf(ticket)], [[null], null]);
    const { status, headers } = await send(report, { window: values[1] ?? '', answer: 'accepted', note: '' });
    assert.deepEqual([status, headers['location']], [303, `/r/${token}/${report}?lang=en`]);
    assert.equal((await appointmentOf(ticket)).from, windows[1].from);
    assert((await page(`/r/${token}/${report}?lang=en`)).body.includes('You have accepted this appointment.'));
  });

  it('declines without a choice, and says so', async () => {
    const { ticket, report } = await reported();
    await offer(wanda, ticket, two());
    const { body } = await page(`/r/${token}/${report}`);
    const declines = /name="declines" value="([^"]+)"/.exec(body)?.[1] ?? '';
    assert.equal((await send(report, { declines, answer: 'accepted' })).status, 400, 'nothing is chosen');
    await offer(wanda, ticket, [visit(hours(70)), visit(hours(80))]);
    const late = await send(report, { declines, answer: 'declined' });
    assert.equal(late.status, 409, 'other times are offered by now');
    assert(late.body.includes('has changed in the meantime'));
    assert.deepEqual(fieldsOf(late.body).length, 2);
    const now = /name="declines" value="([^"]+)"/.exec(late.body)?.[1] ?? '';
    assert.equal((await send(report, { declines: now, answer: 'declined', note: 'No <b>' })).status, 303);
    assert((await page(`/r/${token}/${report}`)).body.includes('You have declined the times'));
  });

  it('accepts or declines an appointment, in the time zone of the project where there is one', async () => {
    const { ticket, report } = await reported();
    await put(anna, ticket, { from: '2126-03-05T08:00:00Z', to: '2126-03-05T10:00:00Z', note: 'The key is under the mat' });
    const shown = await page(`/r/${token}/${report}?lang=en`);
    assert.match(shown.body, /Tuesday,? 5 March 2126.*08:00.*10:00/);
    assert(shown.body.includes('Time zone: UTC') && shown.body.includes('/r/times.js'));
    assert(!shown.body.includes('mat') && !shown.body.includes('anna'), 'the note is for those who work');
    const [window = ''] = fieldsOf(shown.body);
    const targets = { timezone: 'Europe/Berlin', working_hours: null, take_within_minutes: {}, finish_within_minutes: {} };
    const none = { low: null, normal: null, high: null };
    const zoned = { ...targets, take_within_minutes: none, finish_within_minutes: none };
    assert.equal((await call(anna, 'PUT', `/ext/projects/${tower}/targets`, zoned)).status, 200);
    const local = await page(`/r/${token}/${report}?lang=de`);
    assert.match(local.body, /Dienstag, 5\. März 2126.*09:00.*11:00/);
    assert(local.body.includes('Zeitzone: Europe/Berlin') && !local.body.includes('/r/times.js'));
    for (const lang of ['en', 'de', 'pl']) assert.equal((await page(`/r/${token}/${report}?lang=${lang}`)).status, 200);
    assert.equal((await send(report, { window, answer: 'declined', note: 'On holiday' })).status, 303);
    assert.equal((await appointmentOf(ticket)).answer, 'declined');
    assert.equal((await send(report, { window, answer: 'accepted' })).status, 303);
    assert.equal((await appointmentOf(ticket)).answer, 'accepted');
    const long = await send(report, { window, answer: 'declined', note: 'x'.repeat(2_001) });
    assert.equal(long.status, 400);
    assert(long.body.includes('a note of at most'));
    assert.equal((await send(crypto.randomUUID(), { window, answer: 'accepted' })).status, 404);
  });
});

it('answers are limited as reports are: those of a network count as its reports, those of an object have as many a day', async () => {
  const limited = await Fixtures.create({ PORTAL_PROOF: 'false', MAX_REPORTS_PER_NETWORK: '3', MAX_REPORTS_PER_OBJECT: '4' });
  const portal = await openPortal(limited, limited.anna, limited.lobby);
  const { body } = await sendReport(limited, portal, {}, { ip: '203.0.113.1' });
  const accepted = { category: 'other', priority: 'normal' };
  const { body: ticket } = await limited.call(limited.anna, 'POST', `/ext/reports/${body.id}/accept`, accepted);
  const times = { from: '2126-03-05T08:00:00Z', to: '2126-03-05T10:00:00Z' };
  await limited.call(limited.anna, 'PUT', `/ext/tickets/${ticket.id}/appointment`, times);
  const say = (ip: string) =>
    limited.call(
      undefined,
      'POST',
      `/ext/portal/${portal}/reports/${body.id}/appointment`,
      { answer: 'accepted' },
      { 'x-forwarded-for': ip },
    );
  const statuses: number[] = [];
  for (const last of [1, 1, 1, 2, 3, 4]) statuses.push((await say(`203.0.113.${last}`)).status);
  assert.deepEqual(statuses, [200, 200, 429, 200, 200, 429]);
  limited.advanceClock(hours(24));
  assert.equal((await say('203.0.113.4')).status, 200);
});
