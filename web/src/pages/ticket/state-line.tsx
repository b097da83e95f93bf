import { useEffect, useRef } from 'react';
import { useWords } from '../../words/index.ts';
import type { Status } from '../../words/labels.ts';

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

/** Five steps from report to end. */
export function StateLine({ status }: { status: Status }) {
  const words = useWords();
  const at = line.indexOf(standsAt[status]);
  const here = useRef<HTMLLIElement>(null);
  const before = useRef(status);
  // A step takes its button away; the focus goes on to what came of it.
  useEffect(() => {
    if (before.current !== status && document.activeElement === document.body) here.current?.focus({ preventScroll: true });
    before.current = status;
  }, [status]);
  return (
    <ol className="state-line" aria-label={words.ticket.progress}>
      {line.map((step, index) => {
        const shown = index === at ? status : step;
        const state = index < at ? 'past' : index === at ? `now s-${status}` : 'ahead';
        return (
          <li key={step} className={state} {...(index === at && { ref: here, tabIndex: -1, 'aria-current': 'step' as const })}>
            <span>{words.labels.status[shown]}</span>
          </li>
        );
      })}
    </ol>
  );
}
