import { ActionIcon, Box, Center, Group, Text, VisuallyHidden } from '@mantine/core';
import {
  IconAlarm,
  IconArrowBackUp,
  IconBriefcase,
  IconCalendarCancel,
  IconCalendarEvent,
  IconCar,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconFileAlert,
  IconHourglass,
  IconMailPlus,
  IconMessage,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconQrcode,
  IconReceipt,
  IconUserCheck,
  IconUserQuestion,
  IconWebhook,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { useFormMutation } from '../../api/queries.ts';
import type { Notification } from '../../contract/schemas.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { Icon } from '../../ui/icon.tsx';
import { RowLink } from '../../ui/list-rows.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useNotificationTexts } from './texts/texts.ts';

const icons: Record<Notification['event'], TablerIcon> = {
  ticket_available: IconBriefcase,
  ticket_assigned: IconUserCheck,
  ticket_started: IconPlayerPlay,
  ticket_done: IconCircleCheck,
  ticket_rejected: IconArrowBackUp,
  ticket_confirmed: IconCircleCheck,
  ticket_canceled: IconCircleX,
  ticket_edited: IconPencil,
  comment_added: IconMessage,
  invitation: IconMailPlus,
  confirmation_waiting: IconClock,
  handed_back: IconArrowBackUp,
  ticket_on_hold: IconPlayerPause,
  hold_ended: IconPlayerPlay,
  appointment_set: IconCalendarEvent,
  appointment_canceled: IconCalendarCancel,
  worker_on_the_way: IconCar,
  appointment_soon: IconCalendarEvent,
  quote_sent: IconReceipt,
  quote_answered: IconReceipt,
  appointment_answered: IconCalendarEvent,
  due_soon: IconHourglass,
  overdue: IconAlarm,
  rule_worker_missing: IconUserQuestion,
  report_received: IconQrcode,
  document_expiring: IconFileAlert,
  webhook_disabled: IconWebhook,
};

/** A notification; opening what it is about marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const texts = useNotificationTexts();
  const { id, event, ticket_id, params, created_at, read_at } = notification;
  const isUnread = read_at === null;
  // Without a message: what was opened without a connection stays unread, which the list shows.
  const markRead = useFormMutation('POST /ext/notifications/read', { invalidates: ['GET /ext/notifications'] });
  const read = (): void => {
    if (isUnread) markRead.mutate({ body: { ids: [id] } });
  };
  const [actor, reason, comment] = [params.actor_name, params.reason, params.comment].map((text) =>
    withoutBidirectionalControls(text ?? ''),
  );
  const place = [params.priority === 'high' && texts.highPriority, params.object_name, ticket_id && `#${ticket_id}`];
  return (
    <Group component="li" wrap="nowrap" gap="sm" px="md" py="sm" align="flex-start" data-unread={isUnread || undefined}>
      <Center
        flex="none"
        w={36}
        h={36}
        bdrs="50%"
        bg={isUnread ? 'var(--accent-soft)' : 'var(--inset-background)'}
        c={isUnread ? 'var(--accent-text)' : 'dimmed'}
      >
        <Icon icon={icons[event]} />
      </Center>
      <Box flex={1} miw={0}>
        <Text fw={isUnread ? 650 : 400}>
          {isUnread && <VisuallyHidden>{texts.unread} </VisuallyHidden>}
          <TitleLink notification={notification} onOpen={read} />
        </Text>
        <Text size="sm">{texts.sentences[event](actor ?? '', params.deadline, params.answer)}</Text>
        {reason && <Text size="sm">{texts.reason(reason)}</Text>}
        {comment && (
          <Text size="sm" lineClamp={3}>
            {comment}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {place.filter(Boolean).join(' · ')} {place.some(Boolean) && '· '}
          <RelativeTime at={created_at} />
        </Text>
      </Box>
      {isUnread && (
        <ActionIcon
          variant="subtle"
          size={44}
          my={-4}
          mr={-8}
          aria-label={`${texts.markRead}: ${titleOf(notification)}`}
          onClick={read}
        >
          <Icon icon={IconCheck} />
        </ActionIcon>
      )}
    </Group>
  );
}

const titleOf = ({ params }: Notification): string => withoutBidirectionalControls(params.title ?? params.project_name ?? '');

function TitleLink({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { event, ticket_id } = notification;
  if (event === 'report_received') {
    return (
      <RowLink to="/reports" onClick={onOpen}>
        {titleOf(notification)}
      </RowLink>
    );
  }
  if (event === 'document_expiring')
    return (
      <RowLink to="/documents" onClick={onOpen}>
        {titleOf(notification)}
      </RowLink>
    );
  if (event === 'webhook_disabled')
    return (
      <RowLink to="/webhooks" onClick={onOpen}>
        {titleOf(notification)}
      </RowLink>
    );
  return ticket_id === null ? (
    <RowLink to="/invitations" onClick={onOpen}>
      {titleOf(notification)}
    </RowLink>
  ) : (
    <RowLink to="/tickets/$id" params={{ id: String(ticket_id) }} onClick={onOpen}>
      {titleOf(notification)}
    </RowLink>
  );
}
