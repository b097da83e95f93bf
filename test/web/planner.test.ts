import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Planner } from '../../web/src/contract/schemas.ts';
import {
  type AppointmentValues,
  instantsOf,
  isValidAppointment,
  periodOf,
  valuesOfAppointment,
} from '../../web/src/features/planning/appointment-values.ts';
import { freeTime, onDay } from '../../web/src/pages/planner/free-time.ts';
import { takenBy, whyFixed } from '../../web/src/pages/planner/jobs.ts';
import { daysOf, firstDayOf, isOnDay, neighbours, parseView, utcDaysOf } from '../../web/src/pages/planner/shown-days.ts';

// The days and times of the planner, in the time zone of the device.

const at = (day: number, hour: number): Date => new Date(2026, 2, day, hour);
const period = (from: Date, to: Date) => ({ from: from.toISOString(), to: to.toISOString() });
const hoursOf = ({ from, to }: { from: Date; to: Date }): [number, number] => [from.getHours(), to.getHours()];

it('an appointment that ends before it begins ends on the next day', () => {
  const night: AppointmentValues = { date: '2026-03-02', from: '22:00', to: '02:00', note: ' Ring ' };
  assert.deepEqual(periodOf(night), { ...period(at(2, 22), at(3, 2)), note: 'Ring' });
  assert.deepEqual(valuesOfAppointment({ ...period(at(2, 22), at(3, 2)), note: 'Ring' }), { ...night, note: 'Ring' });
  assert.equal(instantsOf({ ...night, from: '' }).from.getTime(), Number.NaN);
});

it('isValidAppointment refuses what is incomplete or begins in the past', () => {
  const values = { date: '2026-03-02', from: '09:00', to: '11:00', note: '' };
  assert.equal(isValidAppointment(values, at(2, 9)), true);
  assert.equal(isValidAppointment(values, at(2, 10)), false);
  for (const part of [{ date: '' }, { date: '0026-03-02' }, { from: '' }, { to: '' }])
    assert.equal(isValidAppointment({ ...values, ...part }, at(1, 0)), false, JSON.stringify(part));
});

it('freeTime finds the first two hours of a working day that are free and not over', () => {
  const taken = [period(at(2, 7), at(2, 9)), period(at(2, 10), at(2, 12))];
  assert.deepEqual(hoursOf(freeTime([], at(2, 0), at(1, 12))), [8, 10]);
  assert.deepEqual(hoursOf(freeTime(taken, at(2, 0), at(1, 12))), [12, 14]);
  assert.deepEqual(hoursOf(freeTime([], at(2, 0), new Date(2026, 2, 2, 13, 30))), [14, 16]);
  assert.deepEqual(hoursOf(freeTime([period(at(2, 0), at(3, 0))], at(2, 0), at(1, 12))), [8, 10]);
  assert.deepEqual(hoursOf(freeTime([], at(2, 0), new Date(2026, 2, 2, 19, 10))), [20, 22]);
});

it('onDay keeps the times of day, also of an appointment over midnight', () => {
  assert.deepEqual(onDay(period(at(2, 9), at(2, 11)), at(9, 0)), { from: at(9, 9), to: at(9, 11) });
  assert.deepEqual(onDay(period(at(2, 22), at(3, 2)), at(9, 0)), { from: at(9, 22), to: at(10, 2) });
});

it('a week begins on Monday, and its days of UTC include all of it', () => {
  const first = firstDayOf('week', '2026-03-04', at(20, 0));
  assert.deepEqual(first, at(2, 0));
  const days = daysOf('week', first);
  assert.deepEqual([days.length, days[0]?.date, days.at(-1)?.date], [7, '2026-03-02', '2026-03-08']);
  const { from, to } = utcDaysOf(days);
  assert.ok(Date.parse(`${from}T00:00:00Z`) <= at(2, 0).getTime() && Date.parse(`${to}T23:59:59.999Z`) >= at(9, 0).getTime() - 1);
  assert.deepEqual(neighbours('twoWeeks', first), { previous: '2026-02-16', next: '2026-03-16' });
  assert.deepEqual(firstDayOf('day', 'nonsense', at(20, 15)), at(20, 0));
  assert.deepEqual(['day', 'year', undefined].map(parseView), ['day', 'week', 'week']);
  const [monday, tuesday] = days;
  assert.ok(monday && tuesday);
  const night = period(at(2, 22), at(3, 2));
  assert.deepEqual([isOnDay(night, monday), isOnDay(night, tuesday)], [true, true]);
  assert.equal(isOnDay(period(at(2, 22), at(3, 0)), tuesday), false);
});

it('takenBy leaves out the job itself and what is done', () => {
  const visit = (ticket_id: number, status: 'assigned' | 'done') => ({
    ...{ ticket_id, status, description: '', address: '' },
    ...period(at(2, 9), at(2, 11)),
  });
  const busy = { ...period(at(2, 9), at(2, 11)), busy: true as const };
  const appointments = [visit(1, 'assigned'), visit(2, 'done'), visit(3, 'assigned'), busy];
  const worker = { id: 'wanda', name: 'Wanda', absences: [], open: 0, appointments };
  const planner: Planner = { workers: [worker], unassigned: [], unplanned: [], has_more_unplanned: false };
  assert.deepEqual(takenBy(planner, 'wanda', 1), [visit(3, 'assigned'), busy]);
  assert.deepEqual(takenBy(planner, 'walter', 1), []);
});

it('whyFixed says what cannot be planned', () => {
  const job = { ticket_id: 1, description: '', address: '', status: 'assigned' as const };
  const planned = { ...job, period: period(at(2, 9), at(2, 11)), workerId: 'wanda' };
  assert.equal(whyFixed({ id: 'root', role: 'admin' }, planned), undefined);
  assert.equal(whyFixed({ id: 'wanda', role: 'worker' }, planned), undefined);
  assert.equal(whyFixed({ id: 'walter', role: 'worker' }, planned), 'notYours');
  assert.equal(whyFixed({ id: 'root', role: 'admin' }, { ...planned, status: 'done' }), 'done');
});
