import type { QueryName } from '../../../api/client.ts';
import { type Priority, priorities } from '../../../contract/enums.ts';
import type { ProjectTargets, TargetSettings } from '../../../contract/schemas.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** What answers otherwise when targets have changed. */
export const changedByTargets: QueryName[] = [
  'GET /ext/projects/{id}/targets',
  'GET /ext/users/{id}/targets',
  'GET /ext/tickets',
  'GET /ext/tickets/{id}',
];

/** A duration as it is typed; empty: no target. */
export interface DurationDraft {
  value: string;
  unit: 'minutes' | 'hours' | 'days';
}

/** The fields of the form. */
export interface TargetDraft {
  timezone: string;
  isAroundTheClock: boolean;
  hours: Record<Weekday, { isOn: boolean; from: string; to: string }>;
  holidays: string[];
  take: Record<Priority, DurationDraft>;
  finish: Record<Priority, DurationDraft>;
}

const officeHours = { from: '08:00', to: '17:00' };
const minutesPerHour = 60;

type Minutes = ProjectTargets['take_within_minutes'];

export const hasTargets = ({ take_within_minutes, finish_within_minutes }: ProjectTargets): boolean =>
  [take_within_minutes, finish_within_minutes].some((minutes) => Object.values(minutes).some((value) => value !== null));

/** @param localTimezone of the device, for targets that were never set */
export function draftOf(targets: ProjectTargets, localTimezone: string): TargetDraft {
  const { working_hours } = targets;
  const isNew = !hasTargets(targets);
  const hours = weekdays.map((day) => {
    const [from, to] = working_hours?.[day] ?? [officeHours.from, officeHours.to];
    const isOn = working_hours ? working_hours[day] !== undefined : day !== 'sat' && day !== 'sun';
    // A field for times has no 24:00.
    return [day, { isOn, from, to: to === '24:00' ? '00:00' : to }];
  });
  return {
    timezone: isNew ? localTimezone : targets.timezone,
    isAroundTheClock: !isNew && working_hours === null,
    hours: Object.fromEntries(hours) as TargetDraft['hours'],
    holidays: targets.holidays,
    take: durationsOf(targets.take_within_minutes),
    finish: durationsOf(targets.finish_within_minutes),
  };
}

const durationsOf = (minutes: Minutes) =>
  Object.fromEntries(priorities.map((priority) => [priority, durationOf(minutes[priority])])) as Record<Priority, DurationDraft>;

/** In hours where these are whole. */
export function durationOf(minutes: number | null): DurationDraft {
  if (minutes === null) return { value: '', unit: 'hours' };
  if (minutes % minutesPerHour === 0) return { value: String(minutes / minutesPerHour), unit: 'hours' };
  return { value: String(minutes), unit: 'minutes' };
}

const minutesOf = (durations: Record<Priority, DurationDraft>, dayMinutes: number | null) =>
  Object.fromEntries(
    Object.entries(durations).flatMap(([priority, { value, unit }]) =>
      value === '' ? [] : [[priority, Math.round(Number(value) * minutesPer(unit, dayMinutes))]],
    ),
  );

const minutesPer = (unit: DurationDraft['unit'], dayMinutes: number | null): number =>
  unit === 'days' ? (dayMinutes ?? 24 * minutesPerHour) : unit === 'hours' ? minutesPerHour : 1;

/** How long somebody works on a day; null: days of work differ, so that nobody can say what one is. */
export function dayMinutesOf({ isAroundTheClock, hours }: Pick<TargetDraft, 'isAroundTheClock' | 'hours'>): number | null {
  if (isAroundTheClock) return 24 * minutesPerHour;
  const lengths = new Set(weekdays.filter((day) => hours[day].isOn).map((day) => minutesBetween(hours[day].from, hours[day].to)));
  const [length = null] = lengths;
  return lengths.size === 1 ? length : null;
}

/** Hours that end at or before their beginning go on over midnight. */
function minutesBetween(from: string, to: string): number {
  const [fromMinutes, toMinutes] = [from, to].map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * minutesPerHour + minute;
  }) as [number, number];
  return toMinutes > fromMinutes ? toMinutes - fromMinutes : toMinutes - fromMinutes + 24 * minutesPerHour;
}

export function settingsOf({ timezone, isAroundTheClock, hours, holidays, take, finish }: TargetDraft): TargetSettings {
  const worked = weekdays.filter((day) => hours[day].isOn).map((day) => [day, [hours[day].from, hours[day].to]]);
  const dayMinutes = dayMinutesOf({ isAroundTheClock, hours });
  return {
    timezone,
    ...(!isAroundTheClock && { working_hours: Object.fromEntries(worked) }),
    holidays,
    take_within_minutes: minutesOf(take, dayMinutes),
    finish_within_minutes: minutesOf(finish, dayMinutes),
  };
}

/** Whether it can be saved: there are hours in which somebody works, all of them have times, and days are as long as each other. */
export function isComplete({ isAroundTheClock, hours, take, finish }: TargetDraft): boolean {
  const hasDays = [take, finish].some((byPriority) =>
    Object.values(byPriority).some(({ unit, value }) => unit === 'days' && value !== ''),
  );
  if (hasDays && dayMinutesOf({ isAroundTheClock, hours }) === null) return false;
  const worked = weekdays.map((day) => hours[day]).filter(({ isOn }) => isOn);
  return isAroundTheClock || (worked.length > 0 && worked.every(({ from, to }) => from !== '' && to !== ''));
}
