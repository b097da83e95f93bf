import { ActionIcon, Paper, Text } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatClockPeriod } from '../../features/planning/period-text.ts';
import { statusStyle } from '../../features/status-color.ts';
import { ticketTitle } from '../../features/ticket-title.ts';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Job, type PlanHandler, whyFixed } from './jobs.ts';
import { usePlannerTexts } from './texts/texts.ts';
import type { Drag } from './use-drag.ts';

interface Props {
  job: Job;
  /** undefined: it cannot be dragged here */
  drag: Drag | undefined;
  onPlan: PlanHandler;
}

/** A job in the planner: it can be dragged, and its button opens a dialog for person and time. */
export function Visit({ job, drag, onPlan }: Props) {
  const messages = useMessages();
  const texts = usePlannerTexts();
  const me = useCurrentUser();
  const { ticket_id, period, status, address } = job;
  const title = ticketTitle(job);
  const fixed = whyFixed(me, job);
  const isMovable = mayWrite && !fixed;
  const facts = [messages.labels.status[status], address, fixed && texts.fixed[fixed]];
  const label = `${period ? texts.move : texts.plan}: ${title}`;
  return (
    <Paper
      component="article"
      withBorder
      radius="sm"
      mih={drag ? undefined : 50}
      className={isMovable ? 'planner-visit' : 'planner-visit fixed'}
      style={statusStyle(status)}
      title={facts.filter(Boolean).join(' · ')}
      {...(isMovable && drag?.source(job))}
    >
      {isMovable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={drag ? 24 : 44}
          aria-label={label}
          title={label}
          onClick={() => onPlan(job)}
        >
          <Icon icon={IconCalendarEvent} size={18} />
        </ActionIcon>
      )}
      {period && (
        <Text size="xs" fw={600} className="numbers">
          {formatClockPeriod(period.from, period.to)}
        </Text>
      )}
      <Text size="xs" lineClamp={4}>
        <Link to="/tickets/$id" params={{ id: String(ticket_id) }} draggable={false} className="planner-title">
          {title}
        </Link>
      </Text>
      <Text size="xs" c="dimmed">
        {address}
        {fixed && ` · ${texts.fixed[fixed]}`}
      </Text>
    </Paper>
  );
}

/** A time at which somebody has something that the user may not see. */
export function BusyTime({ time: { from, to } }: { time: { from: string; to: string } }) {
  const texts = usePlannerTexts();
  return (
    <Paper withBorder radius="sm" className="planner-visit fixed busy">
      <Text size="xs">
        <Text span inherit fw={600} className="numbers">
          {formatClockPeriod(from, to)}
        </Text>{' '}
        {texts.busy}
      </Text>
    </Paper>
  );
}
