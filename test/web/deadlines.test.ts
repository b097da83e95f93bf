import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Status } from '../../web/src/contract/enums.ts';
import type { ProjectTargets, TicketDeadline } from '../../web/src/contract/schemas.ts';
import { shownDeadline } from '../../web/src/features/deadlines/shown-deadline.ts';
import { draftOf, durationOf, hasTargets, isComplete, settingsOf } from '../../web/src/pages/projects/targets/target-draft.ts';

const take_by = '2026-03-02T10:00:00.000Z';
const finish_by = '2026-03-02T16:00:00.000Z';
const before = Date.parse('2026-03-02T09:00:00Z');
const both: TicketDeadline = { take_by, finish_by, take_state: 'ok', finish_state: 'ok' };
const onlyTake: TicketDeadline = { ...both, finish_by: null, finish_state: 'none' };
const onlyFinish: TicketDeadline = { ...both, take_by: null, take_state: 'none' };

describe('shownDeadline()', () => {
  it('shows when a new ticket has to be taken, and every other open ticket finished', () => {
    assert.deepEqual(shownDeadline(both, 'new', before), { kind: 'take', by: take_by, isSoon: false });
    const taken: TicketDeadline = { ...both, take_state: 'missed' };
    for (const status of ['assigned', 'in_progress', 'rejected'] as const) {
      assert.deepEqual(shownDeadline(taken, status, before), { kind: 'finish', by: finish_by, isSoon: false }, status);
    }
  });

  it('shows when a new ticket has to be finished when there is no target for taking it', () => {
    assert.deepEqual(shownDeadline(onlyFinish, 'new', before), { kind: 'finish', by: finish_by, isSoon: false });
  });

  it('shows nothing when a ticket was taken and there is no target for finishing it', () => {
    const taken: TicketDeadline = { ...onlyTake, take_state: 'met' };
    for (const status of ['assigned', 'in_progress', 'done', 'rejected', 'closed'] as const) {
      assert.equal(shownDeadline(taken, status, before), undefined, status);
    }
  });

  it('marks what is due soon, as the server says', () => {
    assert.deepEqual(shownDeadline({ ...both, take_state: 'due_soon' }, 'new', before), {
      kind: 'take',
      by: take_by,
      isSoon: true,
    });
    assert.deepEqual(shownDeadline({ ...both, finish_state: 'due_soon' }, 'in_progress', before), {
      kind: 'finish',
      by: finish_by,
      isSoon: true,
    });
  });

  it('shows a deadline as late that passed after the response', () => {
    const late = { kind: 'late', by: take_by };
    assert.equal(shownDeadline(both, 'new', Date.parse(take_by) - 1)?.kind, 'take');
    assert.deepEqual(shownDeadline(both, 'new', Date.parse(take_by)), late);
    assert.deepEqual(shownDeadline({ ...both, take_state: 'due_soon' }, 'new', Date.parse(take_by) + 1), late);
    assert.deepEqual(shownDeadline(both, 'rejected', Date.parse(finish_by)), { kind: 'late', by: finish_by });
  });

  it('shows a deadline as late that the server calls overdue, also when the clock of the device is slow', () => {
    assert.deepEqual(shownDeadline({ ...both, take_state: 'overdue' }, 'new', before), { kind: 'late', by: take_by });
    const overdue: TicketDeadline = { ...both, finish_state: 'overdue' };
    assert.deepEqual(shownDeadline(overdue, 'assigned', before), { kind: 'late', by: finish_by });
  });

  it('says of work that waits for confirmation only that it was done late, whatever the time is', () => {
    const later = Date.parse(finish_by) + 86_400_000;
    for (const finish_state of ['ok', 'due_soon'] as const) {
      assert.equal(shownDeadline({ ...both, finish_state }, 'done', later), undefined, finish_state);
    }
    assert.deepEqual(shownDeadline({ ...both, finish_state: 'overdue' }, 'done', later), { kind: 'done late', by: finish_by });
  });

  it('says of a closed ticket whether it was finished in time, and nothing when it was not finished', () => {
    const closed = (finish_state: TicketDeadline['finish_state'], status: Status = 'closed') =>
      shownDeadline({ ...both, finish_state }, status, before);
    assert.deepEqual(closed('met'), { kind: 'met', by: finish_by });
    assert.deepEqual(closed('missed'), { kind: 'missed', by: finish_by });
    for (const state of ['none', 'ok', 'due_soon', 'overdue'] as const) assert.equal(closed(state), undefined, state);
  });
});

const none = { low: null, normal: null, high: null };
const targets: ProjectTargets = {
  ...{ timezone: 'UTC', holidays: ['2030-12-25'], working_hours: { mon: ['08:00', '24:00'], sat: ['10:00', '12:00'] } },
  ...{ take_within_minutes: { ...none, high: 90 }, finish_within_minutes: { ...none, normal: 120 } },
} as ProjectTargets;

const unset = { ...targets, working_hours: null, take_within_minutes: none, finish_within_minutes: none };

it('targets that were never set begin with office hours in the time zone of the device', () => {
  const draft = draftOf(unset, 'Europe/Berlin');
  assert.equal(draft.timezone, 'Europe/Berlin');
  assert.equal(draft.isAroundTheClock, false);
  assert.deepEqual(draft.hours.fri, { isOn: true, from: '08:00', to: '17:00' });
  assert.deepEqual([draft.hours.sat.isOn, draft.hours.sun.isOn], [false, false]);
  assert.deepEqual([hasTargets(unset), hasTargets(targets)], [false, true]);
});

it('the form of targets stores what it shows', () => {
  const draft = draftOf(targets, 'Europe/Berlin');
  assert.equal(draft.timezone, 'UTC');
  assert.deepEqual([draft.hours.mon, draft.hours.tue.isOn], [{ isOn: true, from: '08:00', to: '00:00' }, false]);
  assert.deepEqual(
    [draft.take.high, draft.finish.normal, draft.finish.low],
    [
      { value: '90', unit: 'minutes' },
      { value: '2', unit: 'hours' },
      { value: '', unit: 'hours' },
    ],
  );
  assert.deepEqual(settingsOf(draft), {
    timezone: 'UTC',
    working_hours: { mon: ['08:00', '00:00'], sat: ['10:00', '12:00'] },
    holidays: ['2030-12-25'],
    take_within_minutes: { high: 90 },
    finish_within_minutes: { normal: 120 },
  });
  assert.deepEqual(durationOf(60), { value: '1', unit: 'hours' });
  assert.equal('working_hours' in settingsOf({ ...draft, isAroundTheClock: true }), false);
});

it('a duration in days is as long as somebody works on a day, where days are equal', () => {
  const draft = draftOf(unset, 'UTC');
  const inDays = { ...draft, take: { ...draft.take, high: { value: '2', unit: 'days' as const } } };
  assert.deepEqual(settingsOf(inDays).take_within_minutes, { high: 2 * 9 * 60 });
  assert.deepEqual(settingsOf({ ...inDays, isAroundTheClock: true }).take_within_minutes, { high: 2 * 24 * 60 });
  const night = { ...inDays.hours, mon: { isOn: true, from: '22:00', to: '07:00' } };
  assert(isComplete({ ...inDays, hours: night }), 'nine hours too');
  const shorter = { ...inDays.hours, fri: { isOn: true, from: '08:00', to: '12:00' } };
  assert(!isComplete({ ...inDays, hours: shorter }), 'nobody can say what a day is');
});

it('targets can be saved with hours in which somebody works', () => {
  const draft = draftOf(targets, 'UTC');
  assert(isComplete(draft));
  assert(!isComplete({ ...draft, hours: { ...draft.hours, mon: { isOn: true, from: '08:00', to: '' } } }));
  const nobody = Object.fromEntries(Object.entries(draft.hours).map(([day, hours]) => [day, { ...hours, isOn: false }]));
  const closed = { ...draft, hours: nobody as typeof draft.hours };
  assert(!isComplete(closed));
  assert(isComplete({ ...closed, isAroundTheClock: true }));
});
