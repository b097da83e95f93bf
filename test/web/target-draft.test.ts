import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ProjectTargets } from '../../web/src/contract/schemas.ts';
import { draftOf, durationOf, hasTargets, isComplete, settingsOf } from '../../web/src/pages/projects/targets/target-draft.ts';

const none = { low: null, normal: null, high: null };
const targets: ProjectTargets = {
  ...{ timezone: 'UTC', holidays: ['2030-12-25'], working_hours: { mon: ['08:00', '24:00'], sat: ['10:00', '12:00'] } },
  ...{ take_within_minutes: { ...none, high: 90 }, finish_within_minutes: { ...none, normal: 120 } },
} as ProjectTargets;

it('targets that were never set begin with office hours in the time zone of the device', () => {
  const unset = { ...targets, working_hours: null, take_within_minutes: none, finish_within_minutes: none };
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

it('targets can be saved with hours in which somebody works', () => {
  const draft = draftOf(targets, 'UTC');
  assert(isComplete(draft));
  assert(!isComplete({ ...draft, hours: { ...draft.hours, mon: { isOn: true, from: '08:00', to: '' } } }));
  const nobody = Object.fromEntries(Object.entries(draft.hours).map(([day, hours]) => [day, { ...hours, isOn: false }]));
  const closed = { ...draft, hours: nobody as typeof draft.hours };
  assert(!isComplete(closed));
  assert(isComplete({ ...closed, isAroundTheClock: true }));
});
