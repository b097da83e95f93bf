import type { Priority } from '../../../../contract/enums.ts';

export const en = {
  title: 'Deadlines',
  lead: 'How soon requests have to be taken and finished, in working time.',
  none: 'No deadlines',
  set: 'Set deadlines',
  ofAllProjects: 'Deadlines of all projects',
  sameAsAll: 'These are the deadlines of all projects.',
  useThoseOfAll: 'Use the deadlines of all projects',
  edit: 'Edit deadlines',
  saved: 'Deadlines saved.',
  take: 'Take within',
  finish: 'Finish within',
  noTarget: 'No deadline',
  priorities: { high: 'High priority', normal: 'Normal priority', low: 'Low priority' } satisfies Record<Priority, string>,
  units: { minutes: 'minutes', hours: 'hours', days: 'working days' },
  unitOf: (name: string) => `Unit of ${name}`,
  aroundTheClock: 'Around the clock',
  workingHours: 'Working hours',
  hoursHint: 'Hours that end before they begin go on over midnight.',
  works: (day: string) => `${day} is a working day`,
  from: (day: string) => `${day}, from`,
  to: (day: string) => `${day}, to`,
  timezone: 'Time zone',
  holidays: 'Holidays',
  holiday: 'Day without work',
  addHoliday: 'Add day',
  removeHoliday: (day: string) => `Remove ${day}`,
};

export type TargetTexts = typeof en;
