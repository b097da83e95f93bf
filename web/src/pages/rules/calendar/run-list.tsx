import { ActionIcon, Box, Group, List, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DragEvent } from 'react';
import type { CalendarRunPage } from '../../../contract/schemas.ts';
import { formatClock, formatDay } from '../../../i18n/dates.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { localDate } from '../../../lib/calendar-date.ts';
import { mayWrite } from '../../../session/acting.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RowButton } from '../../../ui/list-rows.tsx';
import { useCalendarTexts } from './texts/texts.ts';

export type CalendarRun = CalendarRunPage['items'][number];
/** @param date to which the run is shifted, as a date field has it */
export type ShiftHandler = (run: CalendarRun, date: string) => void;

/** So many runs of a day are shown at once; the others are unfolded. */
const maxShown = 4;

interface Props {
  runs: readonly CalendarRun[];
  onShift: ShiftHandler;
  /** where runs can be dragged; undefined when one is dropped or let go */
  onDrag?: (run: CalendarRun | undefined) => void;
}

/** The runs of one day. */
export function RunList({ runs, ...handlers }: Props) {
  const texts = useCalendarTexts();
  const rest = runs.slice(maxShown);
  return (
    <>
      <Runs runs={runs.slice(0, maxShown)} {...handlers} />
      {rest.length > 0 && (
        <details>
          <summary>{texts.more(rest.length)}</summary>
          <Runs runs={rest} {...handlers} />
        </details>
      )}
    </>
  );
}

function Runs({ runs, ...handlers }: Props) {
  return (
    <List listStyleType="none" size="sm" spacing={4}>
      {runs.map((run) => (
        <List.Item key={`${run.rule_id} ${run.due_at}`}>
          <Run run={run} {...handlers} />
        </List.Item>
      ))}
    </List>
  );
}

type RunProps = Omit<Props, 'runs'> & { run: CalendarRun };

function Run({ run, onShift, onDrag }: RunProps) {
  function startDrag(event: DragEvent): void {
    event.dataTransfer.setData('text/plain', run.summary);
    event.dataTransfer.effectAllowed = 'move';
    onDrag?.(run);
  }
  const shift = (): void => onShift(run, localDate(new Date(run.due_at)));
  if (!mayWrite || run.pattern) return <RunText run={run} />; // it follows the calendar, so one date cannot say where the others go
  if (onDrag) {
    return (
      <Box draggable className="calendar-run" onDragStart={startDrag} onDragEnd={() => onDrag(undefined)}>
        <RunText run={run} /> <ShiftIcon run={run} onShift={shift} />
      </Box>
    );
  }
  return (
    <Group wrap="nowrap" gap="xs" justify="space-between" align="flex-start">
      <Box miw={0}>
        <RunText run={run} />
      </Box>
      <ShiftButton run={run} onShift={shift} />
    </Group>
  );
}

function RunText({ run }: { run: CalendarRun }) {
  const messages = useMessages();
  const texts = useCalendarTexts();
  const isOverdue = run.at !== run.due_at;
  return (
    <>
      <Text span inherit c="dimmed">
        {isOverdue ? texts.overdue : formatClock(run.at)}
      </Text>{' '}
      <Link to="/rules/$id" params={{ id: String(run.rule_id) }} draggable={false}>
        {run.summary}
      </Link>
      , {run.object_name}
      {run.reason && (
        <>
          <br />
          <Text span inherit c="var(--warning)">
            {texts.willNotRun} {messages.labels.blocker[run.reason]}
          </Text>
        </>
      )}
    </>
  );
}

interface ShiftProps {
  run: CalendarRun;
  onShift: () => void;
}

/** On a wide screen, where a day has little room. */
function ShiftIcon({ run, onShift }: ShiftProps) {
  const texts = useCalendarTexts();
  return (
    <ActionIcon
      variant="subtle"
      size={24}
      my={-4}
      c="dimmed"
      title={texts.shiftRun}
      aria-label={`${texts.shiftRun} ${nameOf(run)}`}
      onClick={onShift}
    >
      <Icon icon={IconCalendarPlus} size={18} />
    </ActionIcon>
  );
}

function ShiftButton({ run, onShift }: ShiftProps) {
  const texts = useCalendarTexts();
  return <RowButton text={texts.shiftRun} of={nameOf(run)} flex="none" onClick={onShift} />;
}

const nameOf = ({ summary, at }: CalendarRun): string => `${summary}, ${formatDay(at)}`;
