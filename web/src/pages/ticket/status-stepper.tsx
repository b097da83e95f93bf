import { Group, Stack, Text } from '@mantine/core';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { DrawnCheck } from '../../components/drawn-check.tsx';
import { statusColor } from '../../components/status-color.ts';
import { ShortTime } from '../../components/time.tsx';
import type { Status } from '../../contract/enums.ts';
import type { Ticket } from '../../contract/schemas.ts';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/locale.ts';

const steps = ['new', 'assigned', 'in_progress', 'done', 'closed'] as const;
type Step = (typeof steps)[number];
/** Rejected work is work again: the worker has to start it once more. */
const stepOfStatus: Record<Status, Step> = {
  new: 'new',
  assigned: 'assigned',
  in_progress: 'in_progress',
  done: 'done',
  confirmed: 'closed',
  rejected: 'in_progress',
  closed: 'closed',
};

interface StepTime {
  label: keyof Messages['ticket']['steps'];
  at: string | undefined;
}

/** What happened last in each step. */
function timesOf(ticket: Ticket): Record<Step, StepTime> {
  const { worker_id, assigned_by, started_at, rejected_at, status } = ticket;
  const isRejected = rejected_at !== undefined && ['rejected', 'in_progress'].includes(status);
  return {
    new: { label: 'created', at: ticket.created_at },
    assigned: { label: assigned_by === worker_id ? 'taken' : 'assigned', at: ticket.assigned_at },
    // A ticket keeps the time of its first start only.
    in_progress: isRejected ? { label: 'rejected', at: rejected_at } : { label: 'started', at: started_at },
    done: { label: 'done', at: ticket.done_at },
    closed: ticket.cancel_reason
      ? { label: 'canceled', at: ticket.closed_at }
      : { label: 'confirmed', at: ticket.confirmed_at ?? ticket.closed_at },
  };
}

/** The status of a ticket as a stepper. After a rejection, earlier steps stay done and the current one has its round. */
export function StatusStepper({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { status, rework_count, cancel_reason } = ticket;
  const times = timesOf(ticket);
  // A cancelled ticket has only the steps that it has reached.
  const visible = cancel_reason ? steps.filter((step) => times[step].at || step === 'closed') : steps;
  const currentIndex = visible.indexOf(stepOfStatus[status]);
  const currentStep = useRef<HTMLElement>(null);
  const previousStatus = useRef(status);
  const [isJustConfirmed, setJustConfirmed] = useState(false);
  // After an operation its button disappears: the focus moves to the new status.
  useEffect(() => {
    if (previousStatus.current === 'done' && stepOfStatus[status] === 'closed') setJustConfirmed(true);
    if (previousStatus.current !== status && document.activeElement === document.body)
      currentStep.current?.focus({ preventScroll: true });
    previousStatus.current = status;
  }, [status]);
  function currentLabel(): string {
    const label = messages.labels.status[status];
    if (cancel_reason) return `${label}, ${messages.ticket.asCanceled}`;
    return rework_count > 0 && ['in_progress', 'done'].includes(status) ? messages.ticket.round(label, rework_count + 1) : label;
  }
  /** A step behind the current one was reached in an earlier round. */
  function earlierLabel(step: Step, index: number): string {
    const label = messages.labels.status[step];
    const isOfEarlierRound = index > currentIndex && rework_count > 0 && times[step].at !== undefined;
    return isOfEarlierRound ? messages.ticket.round(label, rework_count) : label;
  }
  return (
    <Stack component="ol" className="stepper" gap={6} aria-label={messages.ticket.progress}>
      {visible.map((step, index) => {
        const isCurrent = index === currentIndex;
        const { label, at } = times[step];
        const isPast = index < currentIndex || (!isCurrent && rework_count > 0 && at !== undefined);
        return (
          <Group
            component="li"
            key={step}
            className={isCurrent ? 'current' : isPast ? 'past' : ''}
            style={
              { '--step-color': isCurrent ? statusColor(status) : isPast ? 'var(--text-muted)' : undefined } as CSSProperties
            }
            justify="space-between"
            gap={4}
            c={isCurrent || isPast ? undefined : 'dimmed'}
            fz="sm"
            lh="sm"
            ref={(element) => {
              if (isCurrent) currentStep.current = element;
            }}
            tabIndex={isCurrent ? -1 : undefined}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <Text span inherit fw={isCurrent ? 650 : 400} className="step-name">
              {isCurrent ? currentLabel() : earlierLabel(step, index)}
              {isCurrent && isJustConfirmed && !cancel_reason && <DrawnCheck />}
            </Text>
            {at && (isCurrent || isPast) && (
              <Text span inherit c="dimmed">
                {messages.ticket.steps[label]} <ShortTime at={at} />
              </Text>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
