import {
  IconArchive,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconFlagFilled,
  IconPlayerPlay,
  IconUserCheck,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import type { Priority, Status } from '../contract/enums.ts';
import { useMessages } from '../i18n/locale.ts';
import { Icon } from './icon.tsx';

const icons: Record<Status, TablerIcon> = {
  new: IconCircleDashed,
  assigned: IconUserCheck,
  in_progress: IconPlayerPlay,
  done: IconCircleCheck,
  confirmed: IconCircleCheck,
  rejected: IconArrowBackUp,
  closed: IconArchive,
};

/** The status of a ticket with its icon and color. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={`status-badge status-${status}`}>
      <Icon icon={icons[status]} size={16} />
      {useMessages().labels.status[status]}
    </span>
  );
}

/** Marks a ticket of high priority as long as it is not closed. */
export function UrgentBadge({ priority, status }: { priority: Priority; status?: Status }) {
  const messages = useMessages();
  if (priority !== 'high' || status === 'closed') return null;
  return (
    <span className="urgent">
      <Icon icon={IconFlagFilled} size={16} />
      {messages.labels.priority.high}
    </span>
  );
}
