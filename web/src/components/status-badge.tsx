import type { Priority, Status } from '../contract/enums.ts';
import { useMessages } from '../i18n/locale.ts';

export function StatusBadge({ status }: { status: Status }) {
  return <span className={`status s-${status}`}>{useMessages().labels.status[status]}</span>;
}

/** Only what is urgent is worth a word, and only while it is open. */
export function UrgentBadge({ priority, status }: { priority: Priority; status?: Status }) {
  const messages = useMessages();
  if (priority !== 'high' || status === 'closed') return null;
  return (
    <span className="urgent">
      {messages.list.priority}: {messages.labels.priority.high}
    </span>
  );
}
