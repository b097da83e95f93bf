import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { shortWeekdayName, weekdayName } from '../../i18n/dates.ts';
import { ChecklistField } from './checklist-field.tsx';
import { ChoiceTiles } from './choice-tiles.tsx';
import {
  type DayChoice,
  dayChoices,
  type End,
  ends,
  isValidPattern,
  lastDay,
  maxCount,
  maxInterval,
  maxLeadDays,
  missingChoice,
  nths,
  type PatternDraft,
  toPatternBody,
} from './pattern-draft.ts';
import { PatternPreview } from './pattern-preview.tsx';
import { usePatternSentence } from './pattern-sentence.ts';
import { type Frequency, frequencies, weekOrder } from './recurrence.ts';
import { usePatternTexts } from './texts/texts.ts';
import { shortMonthName } from './wall-time.ts';
import { WorkerField } from './worker-field.tsx';

export interface PatternFieldProps {
  draft: PatternDraft;
  onChange: (draft: PatternDraft) => void;
}

interface Props extends PatternFieldProps {
  /** of the object, whose active members can be assigned; undefined while none is chosen */
  projectId: number | undefined;
  /** the worker of the stored pattern, who may have left the project */
  worker?: { id: string; name: string; isMissing: boolean } | undefined;
  /** whose checklists can be chosen, for admins */
  clientId?: string | undefined;
}

/** The fields of a pattern, with its next dates. */
export function PatternFields({ draft, onChange, projectId, worker, clientId }: Props) {
  const texts = usePatternTexts();
  const set = (part: Partial<PatternDraft>): void => onChange({ ...draft, ...part });
  const isOfMonths = draft.frequency === 'MONTHLY' || draft.frequency === 'YEARLY';
  return (
    <Stack>
      <IntervalFields draft={draft} onChange={onChange} />
      {draft.kept === '' && draft.frequency === 'WEEKLY' && <WeekdayTiles draft={draft} onChange={onChange} />}
      {draft.kept === '' && draft.frequency === 'YEARLY' && <MonthTiles draft={draft} onChange={onChange} />}
      {draft.kept === '' && isOfMonths && <DaysOfMonth draft={draft} onChange={onChange} />}
      <Group gap="xs" align="flex-end">
        <TextInput
          type="time"
          label={texts.time}
          value={draft.time}
          onChange={({ currentTarget }) => set({ time: currentTarget.value })}
          required
        />
        <TextInput
          type="date"
          label={texts.startsOn}
          value={draft.startsOn}
          onChange={({ currentTarget }) => set({ startsOn: currentTarget.value })}
          required
        />
        <NativeSelect
          label={texts.timezone}
          value={draft.timezone}
          data={[...new Set([draft.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
          onChange={({ currentTarget }) => set({ timezone: currentTarget.value })}
        />
      </Group>
      {draft.kept === '' && <EndFields draft={draft} onChange={onChange} />}
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        max={maxLeadDays}
        label={texts.lead}
        description={texts.leadHint}
        value={draft.leadDays}
        onChange={({ currentTarget }) => set({ leadDays: currentTarget.value })}
        required
      />
      <WorkerField projectId={projectId} workerId={draft.workerId} stored={worker} onChange={(workerId) => set({ workerId })} />
      <ChecklistField attached={draft.attached} clientId={clientId} onChange={(attached) => set({ attached })} />
      {isValidPattern(draft) && <PatternPreview pattern={toPatternBody(draft)} />}
    </Stack>
  );
}

function IntervalFields({ draft, onChange }: PatternFieldProps) {
  const texts = usePatternTexts();
  const sentence = usePatternSentence();
  const { kept, frequency, interval } = draft;
  const units = frequencies.map((value) => ({ value: value as string, label: texts.units(value, Number(interval)) }));
  return (
    <>
      <Group gap="xs" align="flex-end">
        {kept === '' && (
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={maxInterval}
            label={texts.every}
            value={interval}
            onChange={({ currentTarget }) => onChange({ ...draft, interval: currentTarget.value })}
            required
          />
        )}
        <NativeSelect
          label={texts.unit}
          value={kept === '' ? frequency : ''}
          data={kept === '' ? units : [{ value: '', label: texts.keep }, ...units]}
          onChange={({ currentTarget }) => onChange({ ...draft, kept: '', frequency: currentTarget.value as Frequency })}
        />
      </Group>
      {kept !== '' && (
        <Text size="sm" c="dimmed">
          {texts.keepText(sentence(toPatternBody(draft)))}
        </Text>
      )}
    </>
  );
}

function WeekdayTiles({ draft, onChange }: PatternFieldProps) {
  const texts = usePatternTexts();
  return (
    <ChoiceTiles
      legend={texts.onDays}
      options={weekOrder}
      chosen={draft.weekdays}
      nameOf={shortWeekdayName}
      fullNameOf={weekdayName}
      minWidth={44}
      onChange={(weekdays) => onChange({ ...draft, weekdays })}
      error={missingChoice(draft) === 'day' ? texts.chooseDay : undefined}
    />
  );
}

const monthNumbers = Array.from({ length: 12 }, (_, index) => index + 1);

function MonthTiles({ draft, onChange }: PatternFieldProps) {
  const texts = usePatternTexts();
  return (
    <ChoiceTiles
      legend={texts.inMonths}
      options={monthNumbers}
      chosen={draft.months}
      nameOf={shortMonthName}
      minWidth={56}
      onChange={(months) => onChange({ ...draft, months })}
      error={missingChoice(draft) === 'month' ? texts.chooseMonth : undefined}
    />
  );
}

const days = [...Array.from({ length: 31 }, (_, index) => index + 1), lastDay];

function DaysOfMonth({ draft, onChange }: PatternFieldProps) {
  const texts = usePatternTexts();
  const labels: Record<DayChoice, string> = { days: texts.days, weekday: texts.aWeekday };
  return (
    <>
      <NativeSelect
        label={texts.onDays}
        value={draft.dayChoice}
        data={dayChoices.map((value) => ({ value, label: labels[value] }))}
        onChange={({ currentTarget }) => onChange({ ...draft, dayChoice: currentTarget.value as DayChoice })}
      />
      {draft.dayChoice === 'days' ? (
        <ChoiceTiles
          legend={texts.days}
          options={days}
          chosen={draft.monthDays}
          nameOf={(day) => (day === lastDay ? texts.lastDay : String(day))}
          minWidth={44}
          onChange={(monthDays) => onChange({ ...draft, monthDays })}
          error={missingChoice(draft) === 'day' ? texts.chooseDay : undefined}
        />
      ) : (
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label={texts.which}
            value={draft.nth}
            data={nths.map((nth) => ({ value: String(nth), label: texts.nth(nth) }))}
            onChange={({ currentTarget }) => onChange({ ...draft, nth: Number(currentTarget.value) })}
          />
          <NativeSelect
            label={texts.dayOfWeek}
            value={draft.weekday}
            data={weekOrder.map((weekday) => ({ value: String(weekday), label: weekdayName(weekday) }))}
            onChange={({ currentTarget }) => onChange({ ...draft, weekday: Number(currentTarget.value) })}
          />
        </Group>
      )}
    </>
  );
}

function EndFields({ draft, onChange }: PatternFieldProps) {
  const texts = usePatternTexts();
  const { end, until, count } = draft;
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={texts.ends}
        value={end}
        data={ends.map((value) => ({ value, label: texts.end[value] }))}
        onChange={({ currentTarget }) => onChange({ ...draft, end: currentTarget.value as End })}
      />
      {end === 'until' && (
        <TextInput
          type="date"
          label={texts.lastDate}
          value={until}
          onChange={({ currentTarget }) => onChange({ ...draft, until: currentTarget.value })}
          required
        />
      )}
      {end === 'count' && (
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={maxCount}
          label={texts.count}
          value={count}
          onChange={({ currentTarget }) => onChange({ ...draft, count: currentTarget.value })}
          required
        />
      )}
    </Group>
  );
}
