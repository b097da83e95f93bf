import { useEffect, useRef } from 'react';
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
  const currentStep = useRef<HTMLLIElement>(null);
  const previousStatus = useRef(status);
  // After an operation its button disappears: the focus moves to the new status.
  useEffect(() => {
    if (previousStatus.current !== status && document.activeElement === document.body)
      currentStep.current?.focus({ preventScroll: true });
    previousStatus.current = status;
  }, [status]);
  function currentLabel(): string {
    const label = messages.labels.status[status];
    if (cancel_reason) return `${label}, ${messages.ticket.asCanceled}`;
    return rework_count > 0 && ['in_progress', 'done'].includes(status) ? messages.ticket.round(label, rework_count + 1) : label;
  }
  return (
    <ol className="stepper" aria-label={messages.ticket.progress}>
      {visible.map((step, index) => {
        const isCurrent = index === currentIndex;
        const { label, at } = times[step];
        const isPast = index < currentIndex || (!isCurrent && rework_count > 0 && at !== undefined);
        return (
          <li
            key={step}
            className={isCurrent ? `current status-${status}` : isPast ? 'past' : ''}
            {...(isCurrent && { ref: currentStep, tabIndex: -1, 'aria-current': 'step' as const })}
          >
            <span className="step-name">{isCurrent ? currentLabel() : messages.labels.status[step]}</span>
            {at && (isCurrent || isPast) && (
              <span className="muted small">
                {messages.ticket.steps[label]} <ShortTime at={at} />
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
