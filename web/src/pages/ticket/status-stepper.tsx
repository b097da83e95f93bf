import { useEffect, useRef } from 'react';
import type { Status } from '../../contract/enums.ts';
import type { Ticket } from '../../contract/operations.ts';
import { useMessages } from '../../i18n/locale.ts';

const line = ['new', 'assigned', 'in_progress', 'done', 'closed'] as const;
/** Work that was sent back stands where assigned work stands: before the start. */
const standsAt: Record<Status, (typeof line)[number]> = {
  new: 'new',
  assigned: 'assigned',
  in_progress: 'in_progress',
  done: 'done',
  confirmed: 'closed',
  rejected: 'assigned',
  closed: 'closed',
};

/** What was cancelled ends after the steps that it has taken. */
function stepsOf({ cancel_reason, assigned_at, started_at, done_at }: Ticket): readonly (typeof line)[number][] {
  const happened = { new: true, assigned: assigned_at, in_progress: started_at, done: done_at, closed: true };
  return cancel_reason ? line.filter((step) => happened[step]) : line;
}

/** Five steps from report to end. */
export function StatusStepper({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { status } = ticket;
  const steps = stepsOf(ticket);
  const at = steps.indexOf(standsAt[status]);
  const label = messages.labels.status[status];
  const current = ticket.cancel_reason ? `${label}, ${messages.ticket.asCanceled}` : label;
  const here = useRef<HTMLLIElement>(null);
  const before = useRef(status);
  // A step takes its button away; the focus goes on to what came of it.
  useEffect(() => {
    if (before.current !== status && document.activeElement === document.body) here.current?.focus({ preventScroll: true });
    before.current = status;
  }, [status]);
  return (
    <ol className="stepper" aria-label={messages.ticket.progress}>
      {steps.map((step, index) => {
        const shown = index === at ? current : messages.labels.status[step];
        const state = index < at ? 'past' : index === at ? `current s-${status}` : 'ahead';
        return (
          <li key={step} className={state} {...(index === at && { ref: here, tabIndex: -1, 'aria-current': 'step' as const })}>
            <span>{shown}</span>
          </li>
        );
      })}
    </ol>
  );
}
