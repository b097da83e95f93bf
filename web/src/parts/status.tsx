import { useWords } from '../words/index.ts';
import type { Priority, Status } from '../words/labels.ts';

export function StatusMark({ status }: { status: Status }) {
  return <span className={`status s-${status}`}>{useWords().labels.status[status]}</span>;
}

/** Only what is urgent is worth a word, and only while it is open. */
export function Urgent({ priority, status }: { priority: Priority; status?: Status }) {
  const words = useWords();
  if (priority !== 'high' || status === 'closed') return null;
  return (
    <span className="urgent">
      {words.list.priority}: {words.labels.priority.high}
    </span>
  );
}
