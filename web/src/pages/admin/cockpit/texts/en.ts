import { pluralFormatter } from '../../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  gone: 'No longer here',
  changes: (count: number) => n(count, { one: '{n} change by others', other: '{n} changes by others' }),
  arrived: (count: number, lane: string) => `${count} new in ${lane}`,
  moved: (count: number, lane: string) => `${count} to ${lane}`,
  left: (count: number) => `${count} gone`,
  show: 'Show',
  attention: 'Needs attention',
  none: 'Nothing needs attention',
  late: 'Late',
  groupBy: 'Group by',
  status: 'Status',
  worker: 'Worker',
  building: 'Building',
  due: 'Due',
  unassigned: 'Unassigned',
  today: 'Due today',
  week: 'Next 7 days',
  later: 'Later',
  noDeadline: 'No deadline',
  load: (open: number, usual: number) =>
    `${n(open, { other: '{n} open' })}, ${n(usual, { other: 'usually finishes {n} a week' })}`,
  notMember: 'Not in the project',
  partly: (count: number, all: number) => `${count} of ${all} possible`,
  isTheirs: 'Has it already',
  away: 'Away today',
  noneMovable: 'Work is done',
};

export type CockpitTexts = typeof en;
