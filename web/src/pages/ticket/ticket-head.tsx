import { ActionIcon, Anchor, Group, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArrowLeft, IconCheck, IconCopy, IconMapPin } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { Ticket } from '../../contract/schemas.ts';
import { DeadlineTag } from '../../features/deadlines/lazy.ts';
import { useOptimisticTicket } from '../../features/optimistic-ticket.ts';
import { PlanningTags } from '../../features/planning/lazy.ts';
import { StatusBadge, UrgentBadge } from '../../features/status-badge.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { mapUrl } from '../../ui/map-url.ts';
import { Meta } from '../../ui/meta.tsx';

/** Goes to the page before, or to the home page where there is none. */
export function BackButton() {
  const messages = useMessages();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      ml={-10}
      aria-label={messages.ticket.back}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/' }))}
    >
      <Icon icon={IconArrowLeft} size={24} />
    </ActionIcon>
  );
}

/** The number, the status and the priority of a ticket. */
export function TicketMeta({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const { id, priority, status } = useOptimisticTicket(ticket);
  return (
    <Meta>
      <span className="numbers" aria-hidden="true">
        #{id}
      </span>
      <VisuallyHidden>{messages.ticket.name(id)}</VisuallyHidden>
      <StatusBadge status={status} />
      <UrgentBadge priority={priority} status={status} />
      <DeadlineTag id={id} status={status} />
      <PlanningTags id={id} status={status} />
      <span>{messages.labels.category[ticket.category]}</span>
    </Meta>
  );
}

/** Where the work is, with the way to it. */
export function TicketPlace({ ticket: { object_name, floor, address } }: { ticket: Ticket }) {
  const messages = useMessages();
  return (
    <Meta size="md">
      <span>
        {object_name}
        {floor && ` · ${messages.ticket.floor(floor)}`}
      </span>
      <Group component="span" gap={6} wrap="nowrap">
        <Icon icon={IconMapPin} />
        <span>{address}</span>
      </Group>
      <Group component="span" gap={6} wrap="nowrap">
        <Anchor href={mapUrl(address)} target="_blank" rel="noreferrer" inherit underline="always" py={4}>
          {messages.ticket.route}
          <VisuallyHidden>: {address}</VisuallyHidden>
        </Anchor>
        <CopyAddress address={address} />
      </Group>
    </Meta>
  );
}

function CopyAddress({ address }: { address: string }) {
  const messages = useMessages();
  const { copy, copied } = useClipboard();
  if (!navigator.clipboard) return null; // without a secure context
  const label = copied ? messages.app.copied : messages.ticket.copyAddress;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      miw={32}
      w={32}
      aria-label={label}
      title={label}
      onClick={() => copy(address)}
    >
      <Icon icon={copied ? IconCheck : IconCopy} />
    </ActionIcon>
  );
}
