import { Box, Group, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBriefcase,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconMailPlus,
  IconPlayerPlay,
  IconUserCheck,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { useApiMutation } from '../../api/queries.ts';
import { Icon } from '../../components/icon.tsx';
import { RowLink } from '../../components/list-rows.tsx';
import { RelativeTime } from '../../components/time.tsx';
import type { Notification } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';

const icons: Record<Notification['event'], TablerIcon> = {
  ticket_available: IconBriefcase,
  ticket_assigned: IconUserCheck,
  ticket_started: IconPlayerPlay,
  ticket_done: IconCircleCheck,
  ticket_rejected: IconArrowBackUp,
  ticket_confirmed: IconCircleCheck,
  ticket_canceled: IconCircleX,
  invitation: IconMailPlus,
  confirmation_waiting: IconClock,
};

/** A notification; opening what it is about marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const messages = useMessages();
  const { id, event, params, created_at, read_at } = notification;
  const markRead = useApiMutation('POST /ext/notifications/read', {
    invalidates: ['GET /ext/notifications'],
    showErrorToast: false,
  });
  const actor = withoutBidirectionalControls(params.actor_name ?? '');
  return (
    <Group component="li" wrap="nowrap" gap="sm" px="md" py="sm" align="flex-start" data-unread={read_at === null || undefined}>
      <ThemeIcon variant="light" size={36} radius="xl" aria-hidden="true">
        <Icon icon={icons[event]} />
      </ThemeIcon>
      <Box flex={1} miw={0}>
        <Text fw={read_at === null ? 650 : 400}>
          {read_at === null && <VisuallyHidden>{messages.notifications.unread} </VisuallyHidden>}
          <TitleLink notification={notification} onOpen={() => read_at === null && markRead.mutate({ body: { ids: [id] } })} />
        </Text>
        <Text size="sm">{messages.notifications.sentences[event](actor)}</Text>
        {params.reason && <Text size="sm">{messages.notifications.reason(withoutBidirectionalControls(params.reason))}</Text>}
        <Text size="xs" c="dimmed">
          {[params.object_name, notification.ticket_id && `#${notification.ticket_id}`].filter(Boolean).join(' · ')}{' '}
          <RelativeTime at={created_at} />
        </Text>
      </Box>
    </Group>
  );
}

function TitleLink({ notification: { ticket_id, params }, onOpen }: { notification: Notification; onOpen: () => void }) {
  const title = withoutBidirectionalControls(params.title ?? params.project_name ?? '');
  return ticket_id === null ? (
    <RowLink to="/invitations" onClick={onOpen}>
      {title}
    </RowLink>
  ) : (
    <RowLink to="/tickets/$id" params={{ id: String(ticket_id) }} onClick={onOpen}>
      {title}
    </RowLink>
  );
}
