import type { RecurringPattern } from '../../contract/schemas.ts';
import { timeZone, toLocalInput } from '../../i18n/dates.ts';
import { isDate } from '../../lib/calendar-date.ts';
import { dateParts, type Frequency, formatRecurrence, parseRecurrence, type Recurrence } from './recurrence.ts';

/** How the days of a month are chosen. */
export const dayChoices = ['days', 'weekday'] as const;
export type DayChoice = (typeof dayChoices)[number];
export const ends = ['never', 'until', 'count'] as const;
export type End = (typeof ends)[number];

/** The last day of a month among its days. */
export const lastDay = -1;
/** Which one of a month. */
export const nths = [1, 2, 3, 4, 5, -1];

/** A pattern while it is typed. */
export interface PatternDraft {
  /** what the fields cannot express, which stays as it is; empty when they can */
  kept: string;
  frequency: Frequency;
  /** empty or no number while it is typed */
  interval: string;
  /** of a week */
  weekdays: number[];
  dayChoice: DayChoice;
  monthDays: number[];
  nth: number;
  weekday: number;
  /** of a year, from 1 */
  months: number[];
  startsOn: string;
  time: string;
  timezone: string;
  end: End;
  until: string;
  count: string;
  leadDays: string;
  /** empty: nobody */
  workerId: string;
  /** what each ticket is about, and the checklist that it gets */
  attached: Pick<PatternBody, 'equipment_id' | 'checklist_id'>;
}

/** What the service takes. */
export type PatternBody = Pick<RecurringPattern, 'rrule' | 'starts_on' | 'time' | 'timezone' | 'lead_days'> & {
  worker_id?: string;
  equipment_id?: number;
  checklist_id?: number;
};

const dayMs = 86_400_000;

/** Each week, from tomorrow 8:00 on. */
export function defaultPattern(now = new Date()): PatternDraft {
  const startsOn = toLocalInput(new Date(now.getTime() + dayMs)).slice(0, 10);
  return { ...fieldsOf(startsOn), startsOn, time: '08:00', timezone: timeZone(), leadDays: '0', workerId: '', attached: {} };
}

/** The fields of a rule that is weekly on the day of its start. */
function fieldsOf(startsOn: string): Omit<PatternDraft, 'startsOn' | 'time' | 'timezone' | 'leadDays' | 'workerId' | 'attached'> {
  const { weekday, day, month } = dateParts(startsOn);
  return {
    kept: '',
    frequency: 'WEEKLY',
    interval: '1',
    weekdays: [weekday],
    dayChoice: 'days',
    monthDays: [day],
    nth: 1,
    weekday,
    months: [month],
    end: 'never',
    until: '',
    count: '12',
  };
}

/** The fields of a stored pattern. */
export function toPatternDraft(pattern: RecurringPattern): PatternDraft {
  const { rrule, starts_on: startsOn, time, timezone, lead_days, worker_id } = pattern;
  const rule = parseRecurrence(rrule);
  const { frequency, weekdays, monthDays, months, count, until } = rule;
  const defaults = fieldsOf(startsOn);
  const [day] = weekdays;
  const isOfMonths = frequency === 'MONTHLY' || frequency === 'YEARLY';
  const draft: PatternDraft = {
    ...defaults,
    frequency,
    interval: String(rule.interval),
    ...(frequency === 'WEEKLY' && day && { weekdays: weekdays.map(({ weekday }) => weekday) }),
    ...(isOfMonths && day && { dayChoice: 'weekday' as const, nth: day.nth, weekday: day.weekday }),
    ...(monthDays.length > 0 && { monthDays }),
    ...(months.length > 0 && { months }),
    end: until !== undefined ? 'until' : count !== undefined ? 'count' : 'never',
    ...(until !== undefined && { until }),
    ...(count !== undefined && { count: String(count) }),
    ...{ startsOn, time, timezone, leadDays: String(lead_days), workerId: worker_id ?? '', attached: attachedTo(pattern) },
  };
  return isExpressed(rule, draft) && !/UNTIL=\d{8}T/.test(rrule) ? draft : { ...draft, kept: rrule };
}

/** What each ticket of a rule is about, and the checklist that it gets. */
export const attachedTo = ({ equipment_id, checklist_id }: RecurringPattern): PatternDraft['attached'] => ({
  ...(equipment_id !== null && { equipment_id }),
  ...(checklist_id !== null && { checklist_id }),
});

/** Whether the fields have all parts of a rule; a week, month or year without days has those of its start. */
function isExpressed(rule: Recurrence, draft: PatternDraft): boolean {
  const { weekdays, monthDays, months } = ruleOf(draft);
  const has = (own: readonly unknown[], expressed: readonly unknown[]): boolean =>
    own.length === 0 || JSON.stringify(own) === JSON.stringify(expressed);
  const isOfStart = rule.weekdays.length + rule.monthDays.length + rule.months.length === 0;
  const hasKnownNth = draft.dayChoice !== 'weekday' || nths.includes(draft.nth);
  return (
    has(rule.weekdays, weekdays) &&
    has(rule.monthDays, monthDays) &&
    has(rule.months, months) &&
    hasKnownNth &&
    (isOfStart || rule.frequency !== 'YEARLY' || rule.months.length > 0)
  );
}

function ruleOf(draft: PatternDraft): Recurrence {
  const { frequency, interval, weekdays, dayChoice, monthDays, nth, weekday, months, end, until, count } = draft;
  const isOfMonths = frequency === 'MONTHLY' || frequency === 'YEARLY';
  const byWeekday = isOfMonths && dayChoice === 'weekday';
  return {
    frequency,
    interval: Number(interval),
    weekdays: byWeekday ? [{ weekday, nth }] : frequency === 'WEEKLY' ? weekdays.map((day) => ({ weekday: day, nth: 0 })) : [],
    monthDays: isOfMonths && !byWeekday ? monthDays : [],
    months: frequency === 'YEARLY' ? months : [],
    count: end === 'count' ? Number(count) : undefined,
    until: end === 'until' ? until : undefined,
  };
}

/** What is sent to the service. */
export function toPatternBody(draft: PatternDraft): PatternBody {
  const { kept, startsOn, time, timezone, leadDays, workerId, attached } = draft;
  return {
    rrule: kept || formatRecurrence(ruleOf(draft)),
    starts_on: startsOn,
    time,
    timezone,
    lead_days: Number(leadDays),
    ...(workerId !== '' && { worker_id: workerId }),
    ...attached,
  };
}

const isNumber = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

export const maxInterval = 1_000;
export const maxLeadDays = 60;
export const maxCount = 10_000;

/** What is to be chosen, of which nothing is. */
export function missingChoice(draft: PatternDraft): 'day' | 'month' | undefined {
  const { kept, frequency, weekdays, dayChoice, monthDays, months } = draft;
  if (kept !== '') return undefined;
  if (frequency === 'WEEKLY' && weekdays.length === 0) return 'day';
  const isOfMonths = frequency === 'MONTHLY' || frequency === 'YEARLY';
  if (isOfMonths && dayChoice === 'days' && monthDays.length === 0) return 'day';
  return frequency === 'YEARLY' && months.length === 0 ? 'month' : undefined;
}

/** Whether all fields are filled in; whether there are dates says the service. */
export function isValidPattern(draft: PatternDraft): boolean {
  const { kept, interval, startsOn, time, end, until, count, leadDays } = draft;
  if (!isDate(startsOn) || time === '' || !isNumber(leadDays, 0, maxLeadDays) || missingChoice(draft)) return false;
  if (kept !== '') return true;
  if (end === 'until' && !isDate(until)) return false;
  return isNumber(interval, 1, maxInterval) && (end !== 'count' || isNumber(count, 1, maxCount));
}

const daysOf: Record<Frequency, number> = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 };
const maxPeriodDays = 3_650;

/** The grid that a rule follows when its pattern is deleted, which is about as far apart. */
export const gridOf = (draft: PatternDraft): { anchor_at: string; period_days: number } => ({
  anchor_at: new Date(`${draft.startsOn}T${draft.time}`).toISOString(),
  period_days: Math.min(maxPeriodDays, daysOf[draft.frequency] * Number(draft.interval)),
});
