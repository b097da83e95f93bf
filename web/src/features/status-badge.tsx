import { Group } from '@mantine/core';
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
import { Icon } from '../ui/icon.tsx';
import { Tag } from '../ui/tag.tsx';
import { statusColor } from './status-color.ts';

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
  const color = statusColor(status);
  return (
    <Tag color={color} icon={<Icon icon={icons[status]} size={16} color={color} />}>
      {useMessages().labels.status[status]}
    </Tag>
  );
}

/** Marks a ticket of high priority as long as it is not closed. */
export function UrgentBadge({ priority, status }: { priority: Priority; status?: Status }) {
  const messages = useMessages();
  if (priority !== 'high' || status === 'closed') return null;
  return (
    <Group
      component="span"
      display="inline-flex"
      gap={3}
      wrap="nowrap"
      c="var(--text)"
      fw={500}
      style={{ verticalAlign: 'bottom' }}
    >
      <Icon icon={IconFlagFilled} size={16} />
      {messages.labels.priority.high}
    </Group>
  );
}
