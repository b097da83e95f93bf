import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { hasCode } from '../../http/errors.ts';
import { FormError } from '../../ui/form-error.tsx';
import type { PatternBody } from './pattern-draft.ts';
import { usePatternSentence } from './pattern-sentence.ts';
import { missingMonthDays, parseRecurrence, simplified } from './recurrence.ts';
import type { PatternTexts } from './texts/en.ts';
import { usePatternTexts } from './texts/texts.ts';
import { type ClockChange, formatWallDate, formatWallDateTime, formatWallTime, nextClockChange } from './wall-time.ts';

const shownDates = 6;

interface Props {
  pattern: PatternBody;
  /** the page says in words when it runs */
  isBelowSentence?: boolean;
}

/** When a pattern runs, in words and as its next dates, and what happens on days and at times that do not exist. */
export function PatternPreview({ pattern, isBelowSentence = false }: Props) {
  const texts = usePatternTexts();
  const sentence = usePatternSentence();
  const { rrule, starts_on, time, timezone } = pattern;
  const preview = useQuery({
    ...apiQuery('GET /ext/recurring/preview', { query: { rrule, starts_on, time, timezone, count: shownDates } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const change = useMemo(() => nextClockChange(timezone, time, new Date()), [timezone, time]);
  const hasNoDates = hasCode(preview.error, 'no_coming_dates');
  return (
    <Stack gap={4} component="section" aria-label={texts.preview}>
      {!isBelowSentence && (
        <Text fw={500} className="pattern-sentence">
          {texts.runs(sentence(pattern))}
        </Text>
      )}
      {hasNoDates && (
        <Text size="sm" c="var(--danger)" role="status">
          {texts.noDates}
        </Text>
      )}
      {preview.error && !hasNoDates && <FormError error={preview.error} />}
      {!preview.error && preview.data && (
        <>
          <Text fw={isBelowSentence ? 550 : undefined} size={isBelowSentence ? undefined : 'sm'}>
            {texts.preview}
          </Text>
          <Text component="ol" size="sm" className="numbers dates">
            {preview.data.dates.map(({ at, local }) => (
              <li key={at}>
                {formatWallDateTime(local)}
                {!local.endsWith(`T${time}`) && ` (${texts.skipped(formatWallTime(time))})`}
              </li>
            ))}
          </Text>
        </>
      )}
      {notesOn(pattern, change, texts).map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

function notesOn(
  { rrule, starts_on, time, lead_days }: PatternBody,
  change: ClockChange | undefined,
  texts: PatternTexts,
): string[] {
  const rule = simplified(parseRecurrence(rrule), starts_on);
  const missing = missingMonthDays(rule);
  const isLeapDayOnly = rule.months.length > 0 && missing.every((day) => day === 29);
  const hasFifth = rule.frequency !== 'WEEKLY' && rule.weekdays.some(({ nth }) => Math.abs(nth) === 5);
  return [
    ...(missing.length === 0 ? [] : [isLeapDayOnly ? texts.leftOutLeapDay : texts.leftOut(missing)]),
    ...(hasFifth ? [texts.leftOutFifth] : []),
    ...(change ? [changeNote(change, formatWallTime(time), texts)] : []),
    ...(lead_days > 0 ? [texts.leadNote(lead_days)] : []),
  ];
}

function changeNote(
  { date, instead }: NonNullable<ReturnType<typeof nextClockChange>>,
  time: string,
  texts: PatternTexts,
): string {
  const day = formatWallDate(date);
  return instead === undefined ? texts.twice(day, time) : texts.gap(day, time, formatWallTime(instead));
}
