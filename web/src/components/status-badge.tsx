import type { Priority, Status } from '../contract/enums.ts';
import { useMessages } from '../i18n/locale.ts';

/** The status of a ticket with its color. */
export function StatusBadge({ status }: { status: Status }) {
  return <span className={`status status-${status}`}>{useMessages().labels.status[status]}</span>;
}

/** Marks a ticket of high priority as long as it is not closed. */
export function UrgentBadge({ priority, status }: { priority: Priority; status?: Status }) {
  const messages = useMessages();
  if (priority !== 'high' || status === 'closed') return null;
  return <span className="urgent">{messages.ticket.highPriority}</span>;
}
