import { Group, Stack, Text } from '@mantine/core';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { Status } from '../../contract/enums.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { statusColor } from '../../features/status-color.ts';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useShownOperations } from '../../offline-queue/shown-items.ts';
import { DrawnCheck } from '../../ui/drawn-check.tsx';
import { ShortTime } from '../../ui/time.tsx';
import { currentRound, isSinceRejection } from './photo-rounds.ts';
import { useRoundStart } from './use-round-start.ts';

const steps = ['new', 'assigned', 'rejected', 'in_progress', 'done', 'closed'] as const;
type Step = (typeof steps)[number];
const stepOfStatus: Record<Status, Step> = {
  new: 'new',
  assigned: 'assigned',
  in_progress: 'in_progress',
  done: 'done',
  confirmed: 'closed',
  rejected: 'rejected',
  closed: 'closed',
};

interface StepTime {
  label: keyof Messages['ticket']['steps'];
  at: string | undefined;
}

/** What happened in each step of the current round. @param startedAt the start of this round */
function timesOf(ticket: Ticket, startedAt: string | undefined): Record<Step, StepTime> {
  const { worker_id, assigned_by, done_at } = ticket;
  return {
    new: { label: 'created', at: ticket.created_at },
    assigned: { label: assigned_by === worker_id ? 'taken' : 'assigned', at: ticket.assigned_at },
    rejected: { label: 'rejected', at: ticket.rejected_at },
    in_progress: { label: 'started', at: startedAt },
    // Until the work is done again, this is the end of the round before.
    done: { label: 'done', at: isSinceRejection(ticket, done_at) ? done_at : undefined },
    closed: ticket.cancel_reason
      ? { label: 'canceled', at: ticket.closed_at }
      : { label: 'confirmed', at: ticket.confirmed_at ?? ticket.closed_at },
  };
}

/** The status of a ticket as a stepper. After a rejection it shows the rejection and the steps of the round after it. */
export function StatusStepper({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { status, rework_count, cancel_reason } = ticket;
  const times = timesOf(ticket, useRoundStart(ticket));
  const queued = useShownOperations(ticket.id).filter(({ state }) => state === 'waiting' || state === 'sending');
  // A cancelled ticket has only the steps that it has reached.
  const visible = steps.filter((step) =>
    cancel_reason ? times[step].at || step === 'closed' : step !== 'rejected' || rework_count > 0,
  );
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
  function labelOf(step: Step, isCurrent: boolean): string {
    const label = messages.labels.status[isCurrent ? status : step];
    if (isCurrent && cancel_reason) return `${label}, ${messages.ticket.asCanceled}`;
    const isRepeated = rework_count > 0 && (step === 'in_progress' || step === 'done');
    return isRepeated ? messages.ticket.round(label, currentRound(ticket)) : label;
  }
  /** Whether the step of rework was reached by an operation that is not sent yet. */
  const isUnsent = (step: Step): boolean =>
    rework_count > 0 && queued.some(({ op }) => step === (op === 'start' ? 'in_progress' : op));
  return (
    <Stack component="ol" className="stepper" gap={6} aria-label={messages.ticket.progress}>
      {visible.map((step, index) => {
        const isCurrent = index === currentIndex;
        const { label, at } = times[step];
        const isPast = index < currentIndex;
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
              {labelOf(step, isCurrent)}
              {isCurrent && isJustConfirmed && !cancel_reason && <DrawnCheck />}
            </Text>
            {at && (isCurrent || isPast) && (
              <Text span inherit c="dimmed">
                {messages.ticket.steps[label]} <ShortTime at={at} />
              </Text>
            )}
            {!at && (isCurrent || isPast) && isUnsent(step) && (
              <Text span inherit c="dimmed">
                {messages.unsent.badge}
              </Text>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
