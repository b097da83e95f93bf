import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  defaultPattern,
  isValidPattern,
  type PatternDraft,
  toPatternBody,
  toPatternDraft,
} from '../../web/src/features/patterns/pattern-draft.ts';
import { patternSentence } from '../../web/src/features/patterns/pattern-sentence.ts';
import { missingMonthDays, parseRecurrence, simplified } from '../../web/src/features/patterns/recurrence.ts';
import { de } from '../../web/src/features/patterns/texts/de.ts';
import { en } from '../../web/src/features/patterns/texts/en.ts';
import { pl } from '../../web/src/features/patterns/texts/pl.ts';
import { nextClockChange } from '../../web/src/features/patterns/wall-time.ts';

const zone = 'Europe/Berlin';
/** A Sunday. */
const starts_on = '2027-01-31';
const patternOf = (rrule: string, lead_days = 0) => ({ rrule, starts_on, time: '08:00', timezone: zone, lead_days });
/** Node writes times as in the United States. */
const sentenceOf = (rrule: string, texts = en, lead_days = 0, ownZone = zone): string =>
  patternSentence(patternOf(rrule, lead_days), texts, ownZone).replace(/\sAM/, '');

describe('the sentence of a pattern', () => {
  for (const [rrule, english, german, polish] of [
    ['FREQ=DAILY', 'every day', 'jeden Tag', 'codziennie'],
    ['FREQ=DAILY;INTERVAL=3', 'every 3 days', 'alle 3 Tage', 'co 3 dni'],
    ['FREQ=WEEKLY;BYDAY=MO', 'every Monday', 'jeden Montag', 'w każdy poniedziałek'],
    ['FREQ=WEEKLY', 'every Sunday', 'jeden Sonntag', 'w każdą niedzielę'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU',
      'every 2 weeks on Tuesday and Sunday',
      'alle 2 Wochen am Dienstag und am Sonntag',
      'co 2 tygodnie we wtorek i w niedzielę',
    ],
    ['FREQ=DAILY;BYDAY=MO,TU', 'every Monday and Tuesday', 'jeden Montag und Dienstag', 'w każdy poniedziałek i w każdy wtorek'],
    [
      'FREQ=MONTHLY;BYDAY=1MO',
      'on the first Monday of each month',
      'am ersten Montag jedes Monats',
      'w pierwszy poniedziałek każdego miesiąca',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      'on the last day of each month',
      'am letzten Tag jedes Monats',
      'ostatniego dnia każdego miesiąca',
    ],
    ['FREQ=MONTHLY', 'on the 31st of each month', 'am 31. jedes Monats', '31. dnia każdego miesiąca'],
    [
      'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15,1',
      'every 3 months on the 1st and the 15th',
      'alle 3 Monate am 1. und am 15.',
      'co 3 miesiące 1. dnia i 15. dnia',
    ],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      'on every Friday of each month, only on the 13th',
      'an jedem Freitag jedes Monats, nur am 13.',
      'w każdy piątek każdego miesiąca, tylko 13. dnia',
    ],
    ['FREQ=YEARLY', 'every year on 31 January', 'jedes Jahr am 31. Januar', 'co rok 31 stycznia'],
    [
      'FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU',
      'every year on the last Sunday of March and October',
      'jedes Jahr am letzten Sonntag im März und Oktober',
      'co rok w ostatnią niedzielę marca i października',
    ],
    [
      'FREQ=YEARLY;BYDAY=20MO',
      'every year on the 20th Monday of the year',
      'jedes Jahr am 20. Montag des Jahres',
      'co rok w 20. poniedziałek roku',
    ],
    [
      'FREQ=WEEKLY;BYDAY=WE;BYMONTH=7',
      'every Wednesday, only in July',
      'jeden Mittwoch, nur im Juli',
      'w każdą środę, tylko w miesiącach: lipiec',
    ],
  ] as const)
    it(`says in each language when ${rrule} runs`, () => {
      assert.deepEqual(
        [en, de, pl].map((texts) => sentenceOf(rrule, texts)),
        [`${english} at 08:00`, `${german} um 08:00 Uhr`, `${polish} o 08:00`],
      );
    });

  it('names another time zone than that of the device, the end and the lead time', () => {
    const all = sentenceOf('FREQ=DAILY;COUNT=12', en, 14, 'UTC');
    assert.equal(all, 'every day at 08:00 (Europe/Berlin), 12 times, created 14 days before');
    assert.match(sentenceOf('FREQ=DAILY;UNTIL=20271231'), /^every day at 08:00, until .*Dec 31, 2027$/);
  });
});

const stored = (rrule: string) => ({
  ...patternOf(rrule),
  worker_id: null,
  worker_name: '',
  is_worker_missing: false,
  has_ended: false,
});

describe('the fields of a pattern', () => {
  for (const rrule of [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;BYDAY=MO,SU;COUNT=5',
    'FREQ=MONTHLY;BYMONTHDAY=1,15,-1',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR',
    'FREQ=YEARLY;BYMONTH=2,6;BYMONTHDAY=29;UNTIL=20401231',
    // What the fields cannot express:
    'FREQ=MONTHLY;BYDAY=1MO,3MO',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    'FREQ=MONTHLY;BYDAY=2FR;BYMONTH=1',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=DAILY;BYMONTHDAY=-2',
    'FREQ=MONTHLY;BYMONTHDAY=-2',
    'FREQ=DAILY;UNTIL=20271231T235959Z',
  ])
    it(`give ${rrule} back as it is`, () => {
      const draft = toPatternDraft(stored(rrule));
      assert.equal(toPatternBody(draft).rrule, rrule);
      assert.ok(isValidPattern(draft));
    });

  it('give what a rule without days has of its start', () => {
    assert.deepEqual(
      ['FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY'].map((rrule) => toPatternBody(toPatternDraft(stored(rrule))).rrule),
      ['FREQ=WEEKLY;BYDAY=SU', 'FREQ=MONTHLY;BYMONTHDAY=31', 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31'],
    );
  });

  it('need at least one day, month, interval, end and lead time that the service takes', () => {
    const draft = { ...defaultPattern(), frequency: 'YEARLY' } satisfies PatternDraft;
    assert.ok(isValidPattern(draft));
    for (const part of [
      { months: [] },
      { monthDays: [] },
      { interval: '0' },
      { interval: '' },
      { leadDays: '61' },
      { startsOn: '2027-02-30' },
      { time: '' },
      { end: 'until', until: '' },
      { end: 'count', count: '0' },
    ] satisfies Partial<PatternDraft>[])
      assert.ok(!isValidPattern({ ...draft, ...part }), JSON.stringify(part));
  });
});

it('days of a month that some months do not have are found', () => {
  const missing = (rrule: string) => missingMonthDays(simplified(parseRecurrence(rrule), starts_on));
  assert.deepEqual(missing('FREQ=MONTHLY'), [31]);
  assert.deepEqual(missing('FREQ=MONTHLY;BYMONTHDAY=28,30,-1'), [30]);
  assert.deepEqual(missing('FREQ=YEARLY;BYMONTH=1,3;BYMONTHDAY=31'), []);
  assert.deepEqual(missing('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'), [29]);
  assert.deepEqual(missing('FREQ=WEEKLY'), []);
});

describe('changes of clocks', () => {
  const from = new Date('2026-11-29T12:00:00Z');
  for (const [timezone, time, expected] of [
    ['Europe/Berlin', '02:30', { date: '2027-03-28', instead: '03:00' }],
    ['Europe/Berlin', '02:00', { date: '2027-03-28', instead: '03:00' }],
    ['Europe/Berlin', '03:00', undefined],
    ['Europe/Berlin', '01:59', undefined],
    ['America/New_York', '02:15', { date: '2027-03-14', instead: '03:00' }],
    ['America/New_York', '01:30', { date: '2027-11-07', instead: undefined }],
    ['Australia/Lord_Howe', '02:10', { date: '2027-10-03', instead: '02:30' }],
    ['Africa/Cairo', '00:20', { date: '2027-04-30', instead: '01:00' }],
    ['Asia/Tokyo', '02:30', undefined],
  ] as const)
    it(`of ${timezone} that skip or repeat ${time} are found`, () => {
      assert.deepEqual(nextClockChange(timezone, time, from), expected);
    });
});
