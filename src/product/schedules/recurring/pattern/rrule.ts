// The recurrence rules of RFC 5545, section 3.3.10, of which patterns accept a part (docs/rules.md, Patterns). Nothing here knows
// the database or the present time.

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof frequencies)[number];

/** In the order of the week, which begins with Monday unless WKST says otherwise, and WKST is not accepted. */
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** An element of BYDAY, such as `FR` or `-1FR`. */
interface RuleDay {
  weekday: number;
  nth: number;
}

/** The last date, or the last moment. */
type Until = { date: Temporal.PlainDate } | { moment: Date };

export interface RecurrenceRule {
  freq: Frequency;
  interval: number;
  /** empty: not restricted, as in all lists */
  byMonth: ReadonlySet<number>;
  byMonthDay: ReadonlySet<number>;
  /** by weekday, of which 0 is Monday: the nth of the month or of the year, from its end when it is negative; 0: each */
  byDay: ReadonlyMap<number, ReadonlySet<number>>;
  count: number | undefined;
  until: Until | undefined;
}

/** A text that is no rule, or one that patterns do not accept; the message begins with the name of the field. */
export class RecurrenceRuleError extends Error {}

const parts = ['FREQ', 'INTERVAL', 'BYMONTH', 'BYMONTHDAY', 'BYDAY', 'COUNT', 'UNTIL'] as const;
type Part = (typeof parts)[number];
const isPart = (name: string): name is Part => (parts as readonly string[]).includes(name);

/** @throws RecurrenceRuleError */
export function parseRecurrenceRule(text: string): RecurrenceRule {
  const values = readParts(text.toUpperCase());
  const freq = frequencies.find((one) => one === values.get('FREQ'));
  if (!freq) throw new RecurrenceRuleError(`rrule must have FREQ=${frequencies.join(', ')}`);
  if (values.has('COUNT') && values.has('UNTIL')) throw new RecurrenceRuleError('rrule cannot have both COUNT and UNTIL');
  const byMonthDay = listOf(values, 'BYMONTHDAY', (item) => signedNumber(item, 31));
  const byDay = listOf(values, 'BYDAY', ruleDay);
  if (freq === 'WEEKLY' && byMonthDay?.length) throw new RecurrenceRuleError('rrule cannot have BYMONTHDAY with FREQ=WEEKLY');
  if ((freq === 'DAILY' || freq === 'WEEKLY') && byDay.some(({ nth }) => nth !== 0))
    throw new RecurrenceRuleError(`rrule cannot have numbers in BYDAY with FREQ=${freq}`);
  return {
    freq,
    interval: numberOf(values, 'INTERVAL') ?? 1,
    byMonth: new Set(listOf(values, 'BYMONTH', (item) => unsignedNumber(item, 12))),
    byMonthDay: new Set(byMonthDay),
    byDay: groupByWeekday(byDay),
    count: numberOf(values, 'COUNT'),
    until: untilOf(values),
  };
}

const groupByWeekday = (byDay: readonly RuleDay[]): RecurrenceRule['byDay'] =>
  new Map(
    [...Map.groupBy(byDay, ({ weekday }) => weekday)].map(([weekday, ofDay]) => [weekday, new Set(ofDay.map(({ nth }) => nth))]),
  );

type Values = ReadonlyMap<Part, string>;

function readParts(text: string): Values {
  const values = new Map<Part, string>();
  for (const part of text.split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!isPart(name)) throw new RecurrenceRuleError(`rrule can have only the parts ${parts.join(', ')}`);
    if (value === '' || rest.length > 0) throw malformed(name);
    if (values.has(name)) throw new RecurrenceRuleError(`rrule has ${name} twice`);
    values.set(name, value);
  }
  return values;
}

const malformed = (name: Part): RecurrenceRuleError => new RecurrenceRuleError(`rrule has a malformed ${name}`);

/** Numbers of more digits are as good as endless. */
const positiveNumber = /^0*[1-9]\d{0,8}$/;

function numberOf(values: Values, name: Part): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  if (!positiveNumber.test(value)) throw malformed(name);
  return Number(value);
}

function listOf<Item>(values: Values, name: Part, parse: (item: string) => Item | undefined): Item[] {
  const value = values.get(name);
  if (value === undefined) return [];
  return value.split(',').map((text) => {
    const item = parse(text);
    if (item === undefined) throw malformed(name);
    return item;
  });
}

function unsignedNumber(text: string, max: number): number | undefined {
  const number = Number(text);
  return /^\d{1,2}$/.test(text) && number >= 1 && number <= max ? number : undefined;
}

function signedNumber(text: string, max: number): number | undefined {
  const number = unsignedNumber(text.replace(/^[+-]/, ''), max);
  return number !== undefined && text.startsWith('-') ? -number : number;
}

/** The weeks of a year, of which a part may be a 53rd. */
const maxNth = 53;

function ruleDay(text: string): RuleDay | undefined {
  const weekday = weekdays.indexOf(text.slice(-2));
  const number = text.slice(0, -2);
  const nth = number === '' ? 0 : signedNumber(number, maxNth);
  return weekday === -1 || nth === undefined ? undefined : { weekday, nth };
}

const untilFormat = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/;

function untilOf(values: Values): Until | undefined {
  const value = values.get('UNTIL');
  if (value === undefined) return undefined;
  const found = untilFormat.exec(value);
  if (!found) throw new RecurrenceRuleError('rrule has an UNTIL that is neither a date nor a date with time in UTC');
  const [year, month, day, hour, minute, second] = found.slice(1).map((digits) => Number(digits ?? 0));
  try {
    const date = Temporal.PlainDate.from({ year: year ?? 0, month: month ?? 0, day: day ?? 0 }, { overflow: 'reject' });
    if (found[4] === undefined) return { date };
    const time = Temporal.PlainTime.from({ hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0 }, { overflow: 'reject' });
    return { moment: new Date(date.toZonedDateTime({ timeZone: 'UTC', plainTime: time }).epochMilliseconds) };
  } catch {
    throw malformed('UNTIL');
  }
}
