import { type Priority, priorities } from '../../../contract/enums.ts';
import type { ProjectTargets, TargetSettings } from '../../../contract/schemas.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** A duration as it is typed; empty: no target. */
export interface DurationDraft {
  value: string;
  unit: 'minutes' | 'hours';
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

const minutesOf = (durations: Record<Priority, DurationDraft>) =>
  Object.fromEntries(
    Object.entries(durations).flatMap(([priority, { value, unit }]) =>
      value === '' ? [] : [[priority, Math.round(Number(value) * (unit === 'hours' ? minutesPerHour : 1))]],
    ),
  );

export function settingsOf({ timezone, isAroundTheClock, hours, holidays, take, finish }: TargetDraft): TargetSettings {
  const worked = weekdays.filter((day) => hours[day].isOn).map((day) => [day, [hours[day].from, hours[day].to]]);
  return {
    timezone,
    ...(!isAroundTheClock && { working_hours: Object.fromEntries(worked) }),
    holidays,
    take_within_minutes: minutesOf(take),
    finish_within_minutes: minutesOf(finish),
  };
}

/** Whether it can be saved: there are hours in which somebody works, and all of them have times. */
export function isComplete({ isAroundTheClock, hours }: TargetDraft): boolean {
  const worked = weekdays.map((day) => hours[day]).filter(({ isOn }) => isOn);
  return isAroundTheClock || (worked.length > 0 && worked.every(({ from, to }) => from !== '' && to !== ''));
}
