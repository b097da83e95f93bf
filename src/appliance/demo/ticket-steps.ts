import { plus } from '../../platform/lib/clock.ts';
import { hours, minutes } from '../../platform/lib/duration.ts';
import { toWorkingHours } from './timeline.ts';

export type Step =
  | 'create'
  | 'assign'
  | 'hand back'
  | 'hold'
  | 'appointment'
  | 'costs'
  | 'quote'
  | 'take'
  | 'start'
  | 'photo before'
  | 'photo after'
  | 'done'
  | 'reject'
  | 'confirm'
  | 'cancel';

const throughDone = ['create', 'take', 'start', 'photo before', 'photo after', 'costs', 'done'] as const;
const throughReject = ['create', 'assign', 'start', 'photo before', 'done', 'reject'] as const;

/** The steps that lead to a status, or to a closed ticket with a certain history. */
export const stepsTo = {
  new: ['create'],
  assigned: ['create', 'assign', 'appointment'],
  handedBack: ['create', 'assign', 'hand back'],
  onHold: ['create', 'take', 'start', 'photo before', 'quote', 'hold'],
  in_progress: ['create', 'take', 'start', 'photo before'],
  done: throughDone,
  rejected: throughReject,
  rejectedTwice: [...throughReject, 'start', 'photo after', 'done', 'reject'],
  confirmed: [...throughDone, 'confirm'],
  reworked: [...throughReject, 'start', 'photo after', 'done', 'confirm'],
  canceled: ['create', 'cancel'],
} satisfies Record<string, readonly Step[]>;

export type Outcome = keyof typeof stepsTo;

/** The maximum time between a step and the one before it. */
const maxDelayHours: Record<Step, number> = {
  create: 0,
  assign: 20,
  'hand back': 6,
  hold: 3,
  appointment: 2,
  costs: 1,
  quote: 1,
  take: 14,
  start: 26,
  'photo before': 1,
  'photo after': 3,
  done: 1,
  reject: 22,
  confirm: 40,
  cancel: 8,
};

/** The times of steps, counted back from the last one. */
export function stepTimes(steps: readonly Step[], lastStepAt: Date, random: (below: number) => number): [Step, Date][] {
  const times: [Step, Date][] = [];
  let at = toWorkingHours(lastStepAt);
  for (const step of steps.toReversed()) {
    times.unshift([step, at]);
    at = toWorkingHours(plus(at, -minutes(6) - random(hours(maxDelayHours[step]) + 1)));
  }
  return times;
}
