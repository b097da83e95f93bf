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
  return (
    <ol className="state-line" aria-label={words.ticket.progress}>
      {line.map((step, index) => {
        const shown = index === at ? status : step;
        const state = index < at ? 'past' : index === at ? `now s-${status}` : 'ahead';
        return (
          <li key={step} className={state} aria-current={index === at ? 'step' : undefined}>
            {words.labels.status[shown]}
          </li>
        );
      })}
    </ol>
  );
}
