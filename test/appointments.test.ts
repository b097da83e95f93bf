import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { filterByCondition } from '../src/outbound/notifications/conditions.ts';
import { days, hours, minutes } from '../src/platform/lib/duration.ts';
import { remindOfAppointments } from '../src/product/tickets/appointments/remind.ts';
import { appointmentAnswers, appointmentEnds, maxAppointments } from '../src/product/tickets/appointments/schemas.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

// When somebody comes for a ticket.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, tower, yard, gate } = fixtures;
const olga = await fixtures.createUser('olga', 'worker');
await fixtures.addMember(tower, olga, 'active');
await fixtures.addMember(yard, olga, 'active');

const call = fixtures.call.bind(fixtures);
const at = (ms: number): string => new Date(fixtures.now.getTime() + ms).toISOString();
const visit = (fromMs: number, lengthMs = hours(2)) => ({ from: at(fromMs), to: at(fromMs + lengthMs) });
const put = (who: TestUser, id: number, body: object) => call(who, 'PUT', `/ext/tickets/${id}/appointment`, body);
const cancel = (who: TestUser, id: number) => call(who, 'DELETE', `/ext/tickets/${id}/appointment`);
const step = (who: TestUser, id: number, op: string, body?: object) => call(who, 'PATCH', `/tickets/${id}/${op}`, body);
const details = async (id: number) => (await call(root, 'GET', `/ext/tickets/${id}`)).body;
const history = async (id: number) => (await call(root, 'GET', `/ext/tickets/${id}/appointments`)).body.items;
const listed = async (who: TestUser, query: string): Promise<number[]> => {
  const { status, body } = await call(who, 'GET', `/ext/tickets?limit=100&${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map(({ id }: { id: number }) => id);
};

async function inbox(who: TestUser, event: string, ticketId: number): Promise<{ id: number; params: object }[]> {
  const { body } = await call(who, 'GET', '/ext/notifications?limit=100');
  return body.items.filter((one: { event: string; ticket_id: number }) => one.event === event && one.ticket_id === ticketId);
}

describe('PUT /ext/tickets/{id}/appointment', () => {
  it('sets the appointment, which takes the place of the one before, and changes nothing else', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const before = await details(id);
    assert.equal(before.appointment, null);
    const first = { ...visit(hours(30)), note: 'Ring twice' };
    const expected = { ...first, set_by_name: 'wanda', set_at: at(0), answer: null };
    const { status, body } = await put(wanda, id, first);
    assert.deepEqual([status, body], [200, { appointment: expected, conflicts: [] }]);
    assert.deepEqual(await details(id), { ...before, appointment: expected });
    fixtures.advanceClock(minutes(5));
    const second = visit(hours(40));
    assert.equal((await put(anna, id, second)).body.appointment.set_by_name, 'anna');
    assert.deepEqual(
      (await history(id)).map(({ from, set_by, ended_at, end_reason }: Record<string, string>) => [
        from,
        set_by,
        ended_at,
        end_reason,
      ]),
      [
        [first.from, wanda.id, at(0), 'replaced'],
        [second.from, anna.id, null, null],
      ],
    );
  });

  it('returns 400 for times that are in the past, turned around or too long, and takes their limits', async () => {
    const id = await fixtures.createTicket();
    const refused: [object, string][] = [
      [visit(-1), 'from must not be in the past'],
      [visit(hours(1), 0), 'to must be after from'],
      [visit(hours(1), -hours(1)), 'to must be after from'],
      [visit(hours(1), hours(24) + 1), 'to must be at most 24 hours after from'],
    ];
    for (const [times, error] of refused) {
      const { status, body } = await put(anna, id, times);
      assert.deepEqual([status, body.error], [400, error]);
    }
    assert.equal((await put(anna, id, visit(0, hours(24)))).status, 200);
    assert.equal((await put(anna, id, visit(hours(1), 1))).status, 200);
  });

  it('returns 409 for done and closed tickets, to set and to cancel', async () => {
    for (const status of ['done', 'closed']) {
      const id = await fixtures.createTicketWithStatus(status);
      for (const answer of [await put(root, id, visit(hours(1))), await cancel(root, id)])
        assert.deepEqual([answer.status, answer.body.error], [409, `cannot schedule a ticket that is ${status}`]);
    }
  });

  it('tells overlapping appointments of the same worker, and only the time of those that the caller may not see', async () => {
    const from = hours(100);
    const assign = async (client: TestUser, object?: number) => {
      const id = await fixtures.createTicket({}, client, object);
      assert.equal((await step(client, id, 'assign', { worker_id: olga.id })).status, 200);
      return id;
    };
    const [own, touching, foreign, finished, mine] = [
      await assign(anna),
      await assign(anna),
      await assign(boris, gate),
      await assign(anna),
      await assign(anna),
    ];
    await put(anna, own, visit(from, hours(3)));
    await put(anna, touching, visit(from + hours(4), hours(1)));
    await put(boris, foreign, visit(from + hours(1), hours(2)));
    await put(anna, finished, visit(from, hours(3)));
    await step(olga, finished, 'start');
    await step(olga, finished, 'done');
    const times = visit(from + hours(2));
    const ofOwn = { ticket_id: own, ...visit(from, hours(3)) };
    const busy = { ...visit(from + hours(1), hours(2)) };
    assert.deepEqual((await put(anna, mine, times)).body.conflicts, [ofOwn, { ...busy, busy: true }]);
    assert.deepEqual((await put(olga, mine, times)).body.conflicts, [ofOwn, { ticket_id: foreign, ...busy }]);
    assert.deepEqual((await put(anna, await fixtures.createTicketWithStatus('assigned'), times)).body.conflicts, []);
  });

  it(`keeps at most ${maxAppointments} of a ticket`, async () => {
    const id = await fixtures.createTicket();
    await fixtures.transaction((tx) =>
      sql`insert into ticket_appointments (ticket_id, from_at, to_at, note, set_by_name, set_at, ended_at, end_reason)
        select ${id}, ${fixtures.now}::timestamptz, ${fixtures.now}::timestamptz + interval '1 hour', '', 'anna', ${fixtures.now},
          ${fixtures.now}, 'canceled' from generate_series(2, ${maxAppointments}::int)`.execute(tx),
    );
    assert.equal((await put(anna, id, visit(hours(1)))).status, 200);
    const { status, body } = await put(anna, id, visit(hours(1)));
    assert.deepEqual([status, body.error], [409, `a ticket has at most ${maxAppointments} appointments`]);
  });

  it('the constraints of the table have the answers and ends of the API', async () => {
    const { rows } = await sql<{ def: string }>`
      select pg_get_constraintdef(oid) as def from pg_constraint
      where conname in ('ticket_appointments_answer', 'ticket_appointments_end_reason') order by conname`.execute(
      fixtures.db.read,
    );
    const values = rows.map(({ def }) => [...def.matchAll(/'(\w+)'/g)].map(([, value]) => value));
    assert.deepEqual(values, [[...appointmentAnswers], [...appointmentEnds]]);
  });

  it('several at once leave one', async () => {
    const id = await fixtures.createTicket();
    const answers = await Promise.all([1, 2, 3, 4].map((n) => put(anna, id, visit(hours(n)))));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const open = (await history(id)).filter(({ ended_at }: { ended_at: string | null }) => ended_at === null);
    assert.deepEqual([open.length, (await history(id)).length], [1, 4]);
  });
});

describe('the end of an appointment', () => {
  it('DELETE cancels it, and returns 404 without one', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    assert.equal((await cancel(wanda, id)).body.error, 'appointment not found');
    await put(anna, id, visit(hours(5)));
    assert.deepEqual((await cancel(wanda, id)).body, { ok: true });
    assert.deepEqual([(await details(id)).appointment, (await history(id))[0].end_reason], [null, 'canceled']);
    assert.equal((await cancel(wanda, id)).status, 404);
  });

  it('comes with a cancellation of the ticket, and not with its work', async () => {
    const [canceled, closed] = [
      await fixtures.createTicketWithStatus('assigned'),
      await fixtures.createTicketWithStatus('in_progress'),
    ];
    for (const id of [canceled, closed]) await put(anna, id, visit(hours(5)));
    await step(anna, canceled, 'cancel', { reason: 'not needed' });
    await step(wanda, closed, 'done');
    await step(anna, closed, 'confirm');
    assert.deepEqual([(await details(canceled)).appointment, (await history(canceled))[0].end_reason], [null, 'ticket_canceled']);
    assert.equal((await details(closed)).appointment.from, at(hours(5)));
  });

  it('a reassignment leaves it', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    await put(anna, id, visit(hours(5)));
    assert.equal((await call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: olga.id })).status, 200);
    assert.equal((await details(id)).appointment.from, at(hours(5)));
  });
});

describe('appointments in GET /ext/tickets', () => {
  it('filters compare the beginning, the end excluded, and the order has those without one last', async () => {
    const from = days(1_000);
    const ids = [await fixtures.createTicket(), await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicket()];
    const without = await fixtures.createTicket();
    for (const [i, id] of ids.entries()) await put(anna, id, visit(from + hours(3 - i)));
    const [third, second, first] = ids;
    const between = (a: number, b: number) => `appointment_from=${at(from + a)}&appointment_to=${at(from + b)}`;
    assert.deepEqual(await listed(anna, `${between(hours(1), hours(3))}&sort=appointment`), [first, second]);
    assert.deepEqual(await listed(anna, `${between(hours(1), hours(3))}&sort=appointment&order=desc`), [second, first]);
    assert.deepEqual(await listed(root, `appointment_from=${at(from + hours(3))}`), [third]);
    const all = `ids=${[...ids, without]}&sort=appointment`;
    for (const who of [root, anna]) assert.deepEqual(await listed(who, all), [first, second, third, without]);
    assert.deepEqual(await listed(wanda, all), [first, second, third, without]);
    assert.deepEqual(await listed(root, `ids=${ids}&appointment_to=${at(from + hours(2))}`), [first]);
    await cancel(anna, first ?? 0);
    assert.deepEqual(await listed(anna, `${between(0, hours(3))}`), [second]);
  });
});

describe('the notifications of appointments', () => {
  it('tell client and worker but whoever did it, in words and with the time', async () => {
    await fixtures.clearDeliveries();
    const id = await fixtures.createTicketWithStatus('assigned');
    const times = visit(hours(30));
    await put(wanda, id, { ...times, note: 'Ring twice' });
    await fixtures.deliver('notifications');
    const [set, ...more] = await inbox(anna, 'appointment_set', id);
    assert.deepEqual(
      [set?.params, more],
      [
        {
          ...{ title: 'The lamp is dark', object_name: 'Lobby', actor_name: 'wanda', priority: 'normal' },
          ...{ ...times, comment: 'Ring twice' },
        },
        [],
      ],
    );
    assert.deepEqual(await inbox(wanda, 'appointment_set', id), []);
    const conditionHolds = async (one: { id: number } | undefined) =>
      (await filterByCondition(fixtures.db.read, [one?.id ?? 0], fixtures.now)).size === 1;
    assert.equal(await conditionHolds(set), true);
    await cancel(anna, id);
    await fixtures.deliver('notifications');
    const [canceled] = await inbox(wanda, 'appointment_canceled', id);
    assert.deepEqual(
      [await conditionHolds(set), await conditionHolds(canceled)],
      [false, true],
      'what is no longer true is not sent',
    );
    await put(anna, id, times);
    assert.equal(await conditionHolds(canceled), false);
  });

  it('remind both a day before, once on three instances, and not of what is sooner, canceled, over or done', async () => {
    await fixtures.clearDeliveries();
    const assigned = () => fixtures.createTicketWithStatus('assigned');
    const [far, soon, canceled, missed] = [await assigned(), await assigned(), await assigned(), await assigned()] as const;
    const done = await fixtures.createTicketWithStatus('in_progress');
    for (const id of [far, canceled, done]) await put(root, id, visit(hours(48)));
    await put(root, soon, visit(hours(23)));
    await put(root, missed, visit(hours(24) + 1));
    await cancel(root, canceled);
    await step(wanda, done, 'done');
    await fixtures.deliver('notifications');
    assert.equal(await remindOfAppointments(fixtures.deps), 0);
    fixtures.advanceClock(hours(24) + 1);
    await Promise.all([1, 2, 3].map(() => remindOfAppointments(fixtures.deps)));
    const reminded = (await fixtures.pendingDeliveries('notifications')).map((one) => one['ticket_id']);
    assert.deepEqual(
      [far, soon, canceled, done, missed].map((id) => reminded.filter((one) => one === id).length),
      [1, 0, 0, 0, 0],
    );
    assert.equal(await remindOfAppointments(fixtures.deps), 0);
    await fixtures.deliver('notifications');
    for (const who of [anna, wanda]) {
      const [reminder, ...more] = await inbox(who, 'appointment_soon', far);
      assert.deepEqual(more, []);
      const conditionHolds = async () =>
        (await filterByCondition(fixtures.db.read, [reminder?.id ?? 0], fixtures.now)).size === 1;
      assert.equal(await conditionHolds(), true);
      for (const other of [soon, canceled, done, missed]) assert.deepEqual(await inbox(who, 'appointment_soon', other), []);
    }
    const [reminder] = await inbox(wanda, 'appointment_soon', far);
    await put(anna, far, visit(hours(90)));
    assert.equal((await filterByCondition(fixtures.db.read, [reminder?.id ?? 0], fixtures.now)).size, 0);
  });
});

describe('the calendar feed of a worker and a client', () => {
  it('has appointments with a sequence that rises, and their cancellation', async () => {
    const worker = await fixtures.createUser('nele', 'worker');
    await fixtures.addMember(tower, worker, 'active');
    const id = await fixtures.createTicket();
    await step(anna, id, 'assign', { worker_id: worker.id });
    const urls: string[] = [];
    for (const who of [worker, anna, boris, root]) {
      await openSession(fixtures, who);
      const { body } = await call(who, 'POST', '/ext/calendar');
      urls.push(body.url.slice(body.url.indexOf('/ext/')));
    }
    const etags = new Set<unknown>();
    const eventOf = async (url: string) => {
      const { body, headers } = await fixtures.app.inject({ url });
      etags.add(headers['etag']);
      const events = body.split('BEGIN:VEVENT').filter((event) => event.includes(`UID:ticket-${id}-appointment@callout`));
      assert(events.length <= 1);
      return (events[0] ?? '')
        .split('\r\n')
        .filter((line) => /^(SEQUENCE|STATUS|DTSTART|DTEND|DTSTAMP|LAST-MODIFIED|TRANSP)/.test(line))
        .sort();
    };
    const requireEvent = async (expected: string[]) => {
      etags.clear();
      for (const url of urls.slice(0, 2)) assert.deepEqual(await eventOf(url), expected);
      const seen = new Set(etags);
      for (const url of urls.slice(2)) assert.deepEqual(await eventOf(url), [], 'another client, and an admin');
      return seen;
    };
    const compact = (ms: number): string => at(ms).replace(/[-:]|\.\d+/g, '');
    const line = (from: number, sequence: number, status = 'CONFIRMED', transparency = 'OPAQUE') => [
      ...[`DTEND:${compact(from + hours(2))}`, `DTSTAMP:${compact(0)}`, `DTSTART:${compact(from)}`],
      ...[`LAST-MODIFIED:${compact(0)}`, `SEQUENCE:${sequence}`, `STATUS:${status}`, `TRANSP:${transparency}`],
    ];
    const shown = [await requireEvent([])];
    await put(anna, id, visit(hours(20)));
    shown.push(await requireEvent(line(hours(20), 0)));
    fixtures.advanceClock(minutes(1));
    await put(anna, id, visit(hours(30)));
    shown.push(await requireEvent(line(hours(30), 2)));
    const sameTime = hours(30);
    fixtures.advanceClock(minutes(1));
    await cancel(anna, id);
    shown.push(await requireEvent(line(sameTime - minutes(1), 3, 'CANCELLED', 'TRANSPARENT')));
    assert.equal(new Set(shown.flatMap((tags) => [...tags])).size, 8, 'each change moves the entity tag of both');
    await put(anna, id, visit(hours(40)));
    assert((await eventOf(urls[1] ?? '')).includes('SEQUENCE:4'));
    fixtures.advanceClock(hours(40 + 2 + 24 * 30 + 1));
    assert.deepEqual(await eventOf(urls[1] ?? ''), [], 'thirty days later');
  });
});
