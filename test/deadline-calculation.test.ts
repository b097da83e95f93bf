import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ClockEvent, deadlinesOf, dueAt, stateOf, stepsOf } from '../src/product/tickets/deadlines/deadline.ts';
import { WorkingClock, type WorkingTime, weekdays } from '../src/product/tickets/deadlines/working-clock.ts';

const minuteMs = 60_000;
const at = (text: string): Date => new Date(text);
const office: WorkingTime = {
  timezone: 'Europe/Berlin',
  workingHours: {
    mon: ['08:00', '17:00'],
    tue: ['08:00', '17:00'],
    wed: ['08:00', '17:00'],
    thu: ['08:00', '17:00'],
    fri: ['08:00', '15:00'],
  },
  holidays: ['2026-12-25'],
};
const always: WorkingTime = { timezone: 'UTC', workingHours: null, holidays: [] };

describe('the working clock', () => {
  const cases: [string, WorkingTime, string, number, string][] = [
    ['counts within a day', office, '2026-03-02T08:00:00Z', 60, '2026-03-02T09:00:00.000Z'],
    ['goes on the next morning', office, '2026-03-02T15:30:00Z', 60, '2026-03-03T07:30:00.000Z'],
    ['begins with the working hours', office, '2026-03-02T03:00:00Z', 60, '2026-03-02T08:00:00.000Z'],
    ['ends with the last minute of the working hours', office, '2026-03-02T15:00:00Z', 60, '2026-03-02T16:00:00.000Z'],
    ['leaves out the weekend', office, '2026-03-06T13:30:00Z', 60, '2026-03-09T07:30:00.000Z'],
    ['leaves out a holiday', office, '2026-12-24T15:30:00Z', 60, '2026-12-28T07:30:00.000Z'],
    ['runs around the clock without working hours', always, '2026-03-07T23:30:00Z', 60, '2026-03-08T00:30:00.000Z'],
    [
      'counts the hour that summer time takes from a night shift as never worked',
      { timezone: 'Europe/Berlin', workingHours: { sat: ['22:00', '06:00'] }, holidays: [] },
      '2026-03-28T21:00:00Z',
      7 * 60,
      '2026-03-29T04:00:00.000Z',
    ],
    [
      'counts the hour that winter time adds to a night shift',
      { timezone: 'Europe/Berlin', workingHours: { sat: ['22:00', '06:00'] }, holidays: [] },
      '2026-10-24T20:00:00Z',
      9 * 60,
      '2026-10-25T05:00:00.000Z',
    ],
    [
      'counts hours that overlap once',
      { timezone: 'UTC', workingHours: { mon: ['22:00', '06:00'], tue: ['04:00', '12:00'] }, holidays: [] },
      '2026-03-02T22:00:00Z',
      14 * 60,
      '2026-03-03T12:00:00.000Z',
    ],
    [
      'takes equal times for a whole day',
      { timezone: 'UTC', workingHours: { mon: ['06:00', '06:00'] }, holidays: [] },
      '2026-03-02T00:00:00Z',
      24 * 60,
      '2026-03-03T06:00:00.000Z',
    ],
    [
      'leaves out a night shift that begins on a holiday, also after midnight',
      { timezone: 'UTC', workingHours: { mon: ['22:00', '06:00'], wed: ['08:00', '24:00'] }, holidays: ['2026-03-02'] },
      '2026-03-02T22:00:00Z',
      60,
      '2026-03-04T09:00:00.000Z',
    ],
  ];
  for (const [what, time, start, minutes, expected] of cases) {
    it(`the working clock ${what}`, () => {
      assert.equal(new WorkingClock(time).add(at(start), minutes * minuteMs)?.toISOString(), expected);
    });
  }

  it('the working clock gives up on targets that take decades', () => {
    const clock = new WorkingClock({ timezone: 'UTC', workingHours: { mon: ['08:00', '08:01'] }, holidays: [] });
    assert.equal(clock.add(at('2026-03-02T00:00:00Z'), 1_000 * minuteMs), undefined);
  });
});

const timeOfDay = fc.integer({ min: 0, max: 24 * 4 - 1 }).map((quarter) => {
  const text = (n: number) => String(n).padStart(2, '0');
  return `${text(Math.floor(quarter / 4))}:${text((quarter % 4) * 15)}`;
});
const hours = fc.option(fc.tuple(timeOfDay, timeOfDay), { nil: null, freq: 3 });
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'UTC',
  'Pacific/Apia',
];
/** Days on which clocks change in some of the zones, and others. */
const days = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31', '2026-06-10', '2026-12-31'];
const workingTime: fc.Arbitrary<WorkingTime> = fc.record({
  timezone: fc.constantFrom(...zones),
  workingHours: fc.option(fc.record({ mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours, sun: hours }), {
    nil: null,
    freq: 6,
  }),
  holidays: fc.uniqueArray(
    fc
      .tuple(fc.constantFrom(...days), fc.integer({ min: 0, max: 3 }))
      .map(([day, n]) => Temporal.PlainDate.from(day).add({ days: n }).toString()),
    { maxLength: 3 },
  ),
});
const start = fc
  .tuple(fc.constantFrom(...days), fc.integer({ min: -720, max: 2_880 }))
  .map(([day, minutes]) => Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs);

/** The working time between two instants, day by day. */
function* slowSpans(
  startMs: number,
  endMs: number,
  { timezone, workingHours, holidays }: WorkingTime,
): Generator<[number, number]> {
  const dayMs = 24 * 60 * minuteMs;
  const timeOf = (text: string): number => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * minuteMs;
  for (let fromMs = startMs; fromMs < endMs; ) {
    const local = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timezone);
    const offsetMs = local.offsetNanoseconds / 1e6;
    const untilMs = Math.min(local.getTimeZoneTransition('next')?.epochMilliseconds ?? endMs, endMs);
    let reachedMs = fromMs;
    for (let day = Math.floor((fromMs + offsetMs) / dayMs) - 1; day * dayMs - offsetMs < untilMs; day++) {
      if (holidays.includes(new Date(day * dayMs).toISOString().slice(0, 10))) continue;
      const hours = workingHours === null ? ['00:00', '24:00'] : workingHours[weekdays[(day + 3) % 7] ?? 'mon'];
      if (!hours) continue;
      const [first, last] = hours.map((text) => timeOf(text ?? '')) as [number, number];
      const spanMs = last > first ? last - first : last - first + dayMs;
      const from = Math.max(day * dayMs + first - offsetMs, reachedMs);
      const to = Math.min(day * dayMs + first + spanMs - offsetMs, untilMs);
      if (from >= to) continue;
      yield [from, to];
      reachedMs = to;
    }
    fromMs = untilMs;
  }
}

describe('deadlines compared with a calculation day by day', () => {
  const anyHoliday = fc.integer({ min: 20_000, max: 24_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  const longTime = fc
    .tuple(workingTime, fc.uniqueArray(anyHoliday, { maxLength: 100 }))
    .map(([time, holidays]): WorkingTime => ({ ...time, holidays }));
  const startMs = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2030, 0, 1) });

  it('the working clock adds and counts the same over years', () => {
    const target = fc.oneof(fc.integer({ min: 1, max: 525_600 }), fc.integer({ min: 1, max: 3_000 }));
    fc.assert(
      fc.property(longTime, startMs, target, fc.integer({ min: 0, max: 600 * 24 * 60 }), (time, start, minutes, length) => {
        const clock = new WorkingClock(time);
        let left = minutes * minuteMs;
        let expected: number | undefined;
        for (const [from, to] of slowSpans(start, start + 3_660 * 24 * 60 * minuteMs, time)) {
          if (to - from >= left) {
            expected = from + left;
            break;
          }
          left -= to - from;
        }
        assert.equal(clock.add(new Date(start), minutes * minuteMs)?.getTime(), expected);
        const end = start + length * minuteMs;
        const worked = slowSpans(start, end, time).reduce((sum, [from, to]) => sum + to - from, 0);
        assert.equal(clock.between(new Date(start), new Date(end)), worked);
      }),
      { numRuns: 300 },
    );
  });

  it('the deadline for finishing moves by the working time in which the work waited for its client', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 5 });
    fc.assert(
      fc.property(workingTime, start, gaps, fc.integer({ min: 1, max: 1_500 }), (time, startMs, minutes, target) => {
        let ms = startMs;
        const events: ClockEvent[] = minutes.map((gap, i) => {
          ms += gap * minuteMs;
          return { action: i % 2 === 0 ? 'done' : 'rejected', at: new Date(ms) };
        });
        const clock = new WorkingClock(time);
        const ticket = {
          createdAt: new Date(startMs),
          events,
          holds: [],
          takeWithinMinutes: null,
          finishWithinMinutes: target,
          clock,
        };
        const { finish } = deadlinesOf(ticket);

        const untilMs = startMs + 30 * 24 * 60 * minuteMs;
        const turns = [startMs, ...events.map((event) => event.at.getTime())];
        let left = target * minuteMs;
        let expected: number | undefined;
        // Every second turn the work waits; after the last done the clock is taken to go on from where the round began.
        for (let i = 0; i <= events.length && expected === undefined; i += 2) {
          const endMs = (i + 1 < events.length && turns[i + 1]) || untilMs;
          for (const [from, to] of slowSpans(turns[i] ?? untilMs, endMs, time)) {
            if (to - from >= left) {
              expected = from + left;
              break;
            }
            left -= to - from;
          }
        }
        if (expected === undefined) assert(!finish || finish.by.getTime() > untilMs);
        else assert.equal(finish?.by.getTime(), expected);
      }),
      { numRuns: 100 },
    );
  });

  it('the deadline for finishing moves by the working time of holds, in one round or several', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 6 });
    fc.assert(
      fc.property(workingTime, start, gaps, fc.integer({ min: 1, max: 1_500 }), (time, startMs, minutes, target) => {
        const turns = minutes.map((_, i) => {
          const passed = minutes.slice(0, i + 1).reduce((sum, gap) => sum + gap, 0);
          return new Date(startMs + passed * minuteMs);
        });
        const clock = new WorkingClock(time);
        const targets = { takeWithinMinutes: null, finishWithinMinutes: target, clock };
        const createdAt = new Date(startMs);
        // A hold stops the clock as waiting for the client does; the last of an odd number has no known end.
        const holds = turns.flatMap((from, i) => (i % 2 === 0 ? [{ from, to: turns[i + 1] ?? null }] : []));
        const events = turns.map((at, i): ClockEvent => ({ action: i % 2 === 0 ? 'done' : 'rejected', at }));
        assert.deepEqual(
          deadlinesOf({ createdAt, events: [], holds, ...targets }).finish?.by,
          deadlinesOf({ createdAt, events, holds: [], ...targets }).finish?.by,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('few working hours, large targets and many rounds of rework cost little processor time', () => {
    const time: WorkingTime = { timezone: 'Europe/Berlin', workingHours: { mon: ['08:00', '08:01'] }, holidays: [] };
    const events = Array.from({ length: 80 }, (_, i): ClockEvent => {
      return { action: i % 2 === 0 ? 'done' : 'rejected', at: new Date(Date.UTC(2026, 0, 1) + i * minuteMs) };
    });
    const before = process.threadCpuUsage();
    for (let i = 0; i < 100; i++) {
      const targets = { takeWithinMinutes: 525_600, finishWithinMinutes: 525_600 };
      const { finish } = deadlinesOf({
        createdAt: new Date(Date.UTC(2025, 11, 31)),
        events,
        holds: [],
        ...targets,
        clock: new WorkingClock(time),
      });
      assert.equal(finish, null);
    }
    const { user, system } = process.threadCpuUsage(before);
    assert(user + system < 300_000, `${user + system} µs for 100 tickets`);
  });

  it('a ticket with more than 1,000 entries that start, stop or end a clock has no deadlines', () => {
    const events = Array.from({ length: 1_001 }, (_, i): ClockEvent => {
      return { action: i % 2 === 0 ? 'done' : 'rejected', at: new Date(Date.UTC(2026, 0, 1) + i * minuteMs) };
    });
    const of = (count: number) => {
      const ticket = {
        createdAt: new Date(Date.UTC(2026, 0, 1)),
        events: events.slice(0, count),
        holds: [],
        clock: new WorkingClock(always),
      };
      return deadlinesOf({ ...ticket, takeWithinMinutes: 60, finishWithinMinutes: 60 });
    };
    assert.deepEqual(of(1_001), { take: null, finish: null });
    assert.notEqual(of(1_000).finish, null);
  });
});

describe('the states of deadlines', () => {
  const clock = new WorkingClock(always);
  const created = at('2026-03-02T08:00:00Z');
  const ticket = (...events: ClockEvent[]) =>
    deadlinesOf({ createdAt: created, events, holds: [], takeWithinMinutes: 60, finishWithinMinutes: 240, clock });
  const event = (action: ClockEvent['action'], time: string): ClockEvent => ({ action, at: at(`2026-03-02T${time}:00Z`) });
  const states = (deadlines: ReturnType<typeof ticket>, time: string) => {
    const now = at(`2026-03-02T${time}:00Z`);
    return [stateOf(deadlines.take, now), stateOf(deadlines.finish, now)];
  };

  it('a deadline is due soon from three quarters of its time on, and overdue when it is over', () => {
    assert.deepEqual(states(ticket(), '08:44'), ['ok', 'ok']);
    assert.deepEqual(states(ticket(), '08:45'), ['due_soon', 'ok']);
    assert.deepEqual(states(ticket(), '09:00'), ['overdue', 'ok']);
    assert.deepEqual(states(ticket(), '11:00'), ['overdue', 'due_soon']);
    assert.deepEqual(states(ticket(), '12:00'), ['overdue', 'overdue']);
  });

  it('on hold the state stays, and a known end is counted as no working time', () => {
    const held = (to: string | null) =>
      deadlinesOf({
        ...{ createdAt: created, events: [event('assigned', '08:10')], takeWithinMinutes: 60, finishWithinMinutes: 240, clock },
        holds: [{ from: at('2026-03-02T09:00:00Z'), to: to === null ? null : at(`2026-03-02T${to}:00Z`) }],
      });
    assert.deepEqual(states(held(null), '20:00'), ['met', 'ok']);
    assert.deepEqual(stepsOf(held(null)), []);
    assert.equal(dueAt(held(null)), null);
    assert.deepEqual(dueAt(held('10:00')), at('2026-03-02T13:00:00Z'));
    assert.deepEqual(states(held('10:00'), '11:59'), ['met', 'ok']);
    assert.deepEqual(states(held('10:00'), '12:00'), ['met', 'due_soon']);
    assert.deepEqual(states(held('10:00'), '13:00'), ['met', 'overdue']);
  });

  it('taking in time meets the deadline and taking late misses it, whoever is assigned later', () => {
    assert.deepEqual(states(ticket(event('assigned', '09:00')), '15:00'), ['met', 'overdue']);
    assert.deepEqual(states(ticket(event('assigned', '09:01'), event('assigned', '09:30')), '09:40'), ['missed', 'ok']);
  });

  it('the state stays while the work waits for its client, and goes on from there', () => {
    const done = [event('assigned', '08:10'), event('done', '09:00')];
    assert.deepEqual(states(ticket(...done), '20:00'), ['met', 'ok']);
    const rejected = ticket(...done, event('rejected', '20:00'));
    assert.equal(rejected.finish?.by.toISOString(), '2026-03-02T23:00:00.000Z');
    assert.deepEqual(states(rejected, '22:00'), ['met', 'due_soon']);
    assert.deepEqual(states(ticket(...done, event('confirmed', '20:00')), '20:01'), ['met', 'met']);
    assert.deepEqual(states(ticket(event('done', '12:01'), event('confirmed', '20:00')), '20:01')[1], 'missed');
    assert.deepEqual(states(ticket(event('done', '12:01')), '20:00')[1], 'overdue');
  });

  it('a canceled ticket has no deadlines but the one that was decided', () => {
    assert.deepEqual(states(ticket(event('canceled', '08:30')), '20:00'), ['none', 'none']);
    assert.deepEqual(states(ticket(event('assigned', '08:10'), event('canceled', '08:30')), '20:00'), ['met', 'none']);
  });

  it('steps and the time by which lists are ordered are those of the clocks that run', () => {
    const steps = (deadlines: ReturnType<typeof ticket>) => stepsOf(deadlines).map(({ step }) => step);
    assert.deepEqual(steps(ticket()), ['take_soon', 'take_overdue', 'finish_soon', 'finish_overdue']);
    assert.deepEqual(steps(ticket(event('assigned', '08:10'))), ['finish_soon', 'finish_overdue']);
    assert.deepEqual(steps(ticket(event('assigned', '08:10'), event('done', '08:20'))), []);
    assert.equal(dueAt(ticket())?.toISOString(), '2026-03-02T09:00:00.000Z');
    assert.equal(dueAt(ticket(event('assigned', '08:10')))?.toISOString(), '2026-03-02T12:00:00.000Z');
    assert.equal(dueAt(ticket(event('assigned', '08:10'), event('done', '08:20'))), null);
    assert.equal(dueAt(ticket(event('assigned', '08:10'), event('done', '12:20')))?.toISOString(), '2026-03-02T12:00:00.000Z');
    assert.equal(dueAt(ticket(event('assigned', '08:10'), event('done', '12:20'), event('confirmed', '12:30'))), null);
  });
});
