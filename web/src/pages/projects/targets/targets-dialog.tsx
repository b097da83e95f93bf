import { Fieldset, Group, NativeSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../../api/queries.ts';
import { priorities } from '../../../contract/enums.ts';
import type { ProjectTargets } from '../../../contract/schemas.ts';
import { timeZone, weekdayName } from '../../../i18n/dates.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { HolidayFields } from './holiday-fields.tsx';
import {
  changedByTargets,
  type DurationDraft,
  dayMinutesOf,
  draftOf,
  isComplete,
  settingsOf,
  type TargetDraft,
  type Weekday,
  weekdays,
} from './target-draft.ts';
import { useTargetTexts } from './texts/texts.ts';

interface Props {
  /** whose deadlines these are; a client: all projects of it that have none of their own */
  of: { project: number } | { client: string };
  targets: ProjectTargets;
  onClose: () => void;
}

/** Sets how soon requests have to be accepted and finished, and what counts as working time. */
export function TargetsDialog({ of, targets, onClose }: Props) {
  const messages = useMessages();
  const texts = useTargetTexts();
  const [draft, setDraft] = useState(() => draftOf(targets, timeZone()));
  const change = (part: Partial<TargetDraft>): void => setDraft({ ...draft, ...part });
  const options = {
    invalidates: changedByTargets,
    onSuccess: () => {
      showToast({ text: texts.saved });
      onClose();
    },
  };
  const saveProject = useFormMutation('PUT /ext/projects/{id}/targets', options);
  const saveDefaults = useFormMutation('PUT /ext/users/{id}/targets', options);
  const save = 'project' in of ? saveProject : saveDefaults;
  const submit = (): void => {
    const body = settingsOf(draft);
    if ('project' in of) saveProject.mutate({ params: { id: of.project }, body });
    else saveDefaults.mutate({ params: { id: of.client }, body });
  };
  const hasEqualDays = dayMinutesOf(draft) !== null;
  return (
    <Dialog title={'project' in of ? texts.title : texts.ofAllProjects} onClose={onClose} closesOnBackdrop={false}>
      <Form
        submit={messages.app.save}
        onSubmit={submit}
        onCancel={onClose}
        mutation={save}
        isReady={isComplete(draft)}
        alsoMissing={isComplete(draft) ? undefined : texts.workingHours}
      >
        {[...priorities].reverse().map((priority) => (
          <Fieldset miw={0} key={priority} legend={<b>{texts.priorities[priority]}</b>}>
            <Stack gap="sm">
              {(['take', 'finish'] as const).map((name) => (
                <DurationField
                  key={name}
                  label={texts[name]}
                  duration={draft[name][priority]}
                  hasDays={hasEqualDays}
                  onChange={(duration) => change({ [name]: { ...draft[name], [priority]: duration } })}
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
        <Hours draft={draft} onChange={change} />
        <HolidayFields days={draft.holidays} onChange={(holidays) => change({ holidays })} />
      </Form>
    </Dialog>
  );
}

const maxOf = { minutes: 525_600, hours: 8_760, days: 365 };

interface DurationProps {
  label: string;
  duration: DurationDraft;
  /** days of work are as long as each other */
  hasDays: boolean;
  onChange: (duration: DurationDraft) => void;
}

function DurationField({ label, duration, hasDays, onChange }: DurationProps) {
  const texts = useTargetTexts();
  const { value, unit } = duration;
  const units = (['minutes', 'hours', 'days'] as const).filter((name) => name !== 'days' || hasDays || unit === 'days');
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        flex={1}
        label={label}
        placeholder={texts.noTarget}
        min={1}
        max={maxOf[unit]}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={value}
        onChange={(typed) => onChange({ value: String(typed), unit })}
      />
      <NativeSelect
        aria-label={texts.unitOf(label)}
        value={unit}
        data={units.map((name) => ({ value: name, label: texts.units[name] }))}
        onChange={({ currentTarget }) => onChange({ value, unit: currentTarget.value as DurationDraft['unit'] })}
      />
    </Group>
  );
}

function Hours({ draft, onChange }: { draft: TargetDraft; onChange: (part: Partial<TargetDraft>) => void }) {
  const texts = useTargetTexts();
  const { isAroundTheClock, hours, timezone } = draft;
  const set = (day: Weekday, part: Partial<TargetDraft['hours'][Weekday]>): void =>
    onChange({ hours: { ...hours, [day]: { ...hours[day], ...part } } });
  return (
    <Fieldset miw={0} legend={<b>{texts.workingHours}</b>}>
      <Stack gap="sm">
        <Switch
          label={texts.aroundTheClock}
          checked={isAroundTheClock}
          onChange={({ currentTarget }) => onChange({ isAroundTheClock: currentTarget.checked })}
        />
        {!isAroundTheClock &&
          weekdays.map((day, index) => (
            <DayFields key={day} name={weekdayName(index + 1)} day={hours[day]} onChange={(part) => set(day, part)} />
          ))}
        {!isAroundTheClock && (
          <Text size="sm" c="dimmed">
            {texts.hoursHint}
          </Text>
        )}
        <NativeSelect
          label={texts.timezone}
          value={timezone}
          data={[...new Set([timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
          onChange={({ currentTarget }) => onChange({ timezone: currentTarget.value })}
        />
      </Stack>
    </Fieldset>
  );
}

interface DayProps {
  name: string;
  day: TargetDraft['hours'][Weekday];
  onChange: (part: Partial<TargetDraft['hours'][Weekday]>) => void;
}

function DayFields({ name, day: { isOn, from, to }, onChange }: DayProps) {
  const texts = useTargetTexts();
  return (
    <Group gap="xs" mih="var(--min-target-size)">
      <Switch
        flex="1 1 120px"
        label={name}
        aria-label={texts.works(name)}
        checked={isOn}
        onChange={({ currentTarget }) => onChange({ isOn: currentTarget.checked })}
      />
      {isOn && (
        <Group gap="xs">
          <TextInput
            type="time"
            required
            aria-label={texts.from(name)}
            value={from}
            onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
          />
          <TextInput
            type="time"
            required
            aria-label={texts.to(name)}
            value={to}
            onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
          />
        </Group>
      )}
    </Group>
  );
}
