import { useEffect, useRef } from 'react';
import type { Status } from '../../contract/enums.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';

const steps = ['new', 'assigned', 'in_progress', 'done', 'closed'] as const;
/** Rejected work is shown as assigned: it has to be started again. */
const stepOfStatus: Record<Status, (typeof steps)[number]> = {
  new: 'new',
  assigned: 'assigned',
  in_progress: 'in_progress',
  done: 'done',
  confirmed: 'closed',
  rejected: 'assigned',
  closed: 'closed',
};

/** A cancelled ticket has only the steps that it has reached. */
function visibleSteps({ cancel_reason, assigned_at, started_at, done_at }: Ticket): readonly (typeof steps)[number][] {
  const reached = { new: true, assigned: assigned_at, in_progress: started_at, done: done_at, closed: true };
  return cancel_reason ? steps.filter((step) => reached[step]) : steps;
}

/** The status of a ticket as a stepper. */
export function StatusStepper({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { status } = ticket;
  const visible = visibleSteps(ticket);
  const currentIndex = visible.indexOf(stepOfStatus[status]);
  const label = messages.labels.status[status];
  const currentLabel = ticket.cancel_reason ? `${label}, ${messages.ticket.asCanceled}` : label;
  const currentStep = useRef<HTMLLIElement>(null);
  const previousStatus = useRef(status);
  // After an operation its button disappears: the focus moves to the new status.
  useEffect(() => {
    if (previousStatus.current !== status && document.activeElement === document.body)
      currentStep.current?.focus({ preventScroll: true });
    previousStatus.current = status;
  }, [status]);
  return (
    <ol className="stepper" aria-label={messages.ticket.progress}>
      {visible.map((step, index) => {
        const shown = index === currentIndex ? currentLabel : messages.labels.status[step];
        const state = index < currentIndex ? 'past' : index === currentIndex ? `current status-${status}` : 'upcoming';
        return (
          <li
            key={step}
            className={state}
            {...(index === currentIndex && { ref: currentStep, tabIndex: -1, 'aria-current': 'step' as const })}
          >
            <span>{shown}</span>
          </li>
        );
      })}
    </ol>
  );
}
