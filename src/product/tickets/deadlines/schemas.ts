import { type Static, Type } from 'typebox';
import { CountUpTo1000, healthSchema, jobDetails } from '../../../platform/health/schemas.ts';
import { Id, NullableTimestamp, OneOf, PageOf } from '../../../platform/http/schemas.ts';
import { priorities } from '../tables.ts';
import { deadlineStates } from './deadline.ts';
import type { weekdays } from './working-clock.ts';

const maxMinutes = 525_600;
const maxHolidays = 100;
/** Ids of one request for deadlines. */
export const maxIds = 100;

const Hours = Type.Array(Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' }), {
  minItems: 2,
  maxItems: 2,
  examples: [['08:00', '17:00']],
});
const WorkingHours = Type.Partial(
  Type.Object({ mon: Hours, tue: Hours, wed: Hours, thu: Hours, fri: Hours, sat: Hours, sun: Hours } satisfies Record<
    (typeof weekdays)[number],
    unknown
  >),
  // Of the partial type, because Type.Partial() drops the options of its object.
  { additionalProperties: false },
);
const hoursDescription =
  'From and to; hours that end at or before their beginning go on over midnight. A day that is left out has none.';
const timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['Europe/Berlin'],
  description: 'A name of the IANA database.',
});
const holidays = Type.Array(Type.String({ format: 'date' }), {
  maxItems: maxHolidays,
  examples: [['2026-12-25']],
  description: 'Days on which no working hours begin.',
});

const Minutes = Type.Integer({ minimum: 1, maximum: maxMinutes, description: 'Minutes of working time.' });
const MinutesToSet = Type.Object(
  Object.fromEntries(priorities.map((priority) => [priority, Type.Optional(Minutes)])) as Record<
    (typeof priorities)[number],
    ReturnType<typeof Type.Optional<typeof Minutes>>
  >,
  { additionalProperties: false, description: 'null, or left out: no target for this priority.' },
);
const NullableMinutes = Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: no target.' });
const MinutesSet = Type.Object({ low: NullableMinutes, normal: NullableMinutes, high: NullableMinutes });

/** What can be set. */
export const TargetSettings = Type.Object(
  {
    timezone,
    working_hours: Type.Optional({ ...WorkingHours, description: `null, or left out: around the clock. ${hoursDescription}` }),
    holidays: Type.Optional(holidays),
    take_within_minutes: MinutesToSet,
    finish_within_minutes: MinutesToSet,
  },
  { title: 'TargetSettings' },
);
export type TargetSettings = Static<typeof TargetSettings>;

const targetFields = {
  timezone,
  working_hours: Type.Union([WorkingHours, Type.Null()], { description: `null: around the clock. ${hoursDescription}` }),
  holidays,
  take_within_minutes: MinutesSet,
  finish_within_minutes: MinutesSet,
};

/** What a project has. */
export const ProjectTargets = Type.Object(targetFields, { title: 'ProjectTargets' });
export type ProjectTargets = Static<typeof ProjectTargets>;

/** What all projects of a client have that have nothing of their own. */
export const DefaultTargets = Type.Object(
  {
    ...targetFields,
    projects_with_own_targets: Type.Array(Id, { description: 'The ids of the projects for which these targets do not count.' }),
  },
  { title: 'DefaultTargets' },
);
export type DefaultTargets = Static<typeof DefaultTargets>;

const State = OneOf(deadlineStates);
const deadlineFields = {
  take_by: { ...NullableTimestamp, description: 'null: no target.' },
  finish_by: {
    ...NullableTimestamp,
    description: 'null: no target. While the work waits for the client, the time as it was when the work was done.',
  },
  take_state: State,
  finish_state: { ...State, description: 'While the work waits for the client, the state stays.' },
};

/** The deadlines of a ticket. */
export const TicketDeadline = Type.Object(deadlineFields, { title: 'TicketDeadline' });
export type TicketDeadline = Static<typeof TicketDeadline>;

export const TicketDeadlineOfId = Type.Object({ id: Id, ...deadlineFields }, { title: 'TicketDeadlines' });
export const TicketDeadlinesPage = PageOf(TicketDeadlineOfId);
export type TicketDeadlinesPage = Static<typeof TicketDeadlinesPage>;

export const DeadlinesQuery = Type.Object({
  ids: Type.String({
    pattern: '^[0-9]+(,[0-9]+)*$',
    maxLength: 20 * maxIds,
    examples: ['1,2,3'],
    description: `Ids of tickets, at most ${maxIds}. Those that you do not see are left out.`,
  }),
});

export const DeadlinesHealth = healthSchema('DeadlinesHealth', ['working', 'failed', 'late'], {
  ...jobDetails,
  waiting: CountUpTo1000('Deadlines whose time has come and of which nobody was told yet.'),
});
