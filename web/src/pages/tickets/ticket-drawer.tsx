import { ActionIcon, type ActionIconProps, Group, Stack, Title } from '@mantine/core';
import { IconArrowsDiagonal, IconX } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTicket } from '../../api/queries.ts';
import { ticketTitle } from '../../features/ticket-title.ts';
import { useMessages } from '../../i18n/locale.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { TicketMeta, TicketPlace } from '../ticket/ticket-head.tsx';
import { TicketView } from '../ticket/ticket-view.tsx';

type LinkProps = ActionIconProps & AnchorHTMLAttributes<HTMLAnchorElement>;
const IconLink = createLink((props: LinkProps) => <ActionIcon component="a" {...props} />);
const iconButton = { variant: 'subtle', color: 'gray', size: 44 } as const;

/** One ticket beside the list or the board. */
export function TicketDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const messages = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useTicket(id);
  const ticket = query.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the ticket
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id]);
  // The focus returns to the row or the card of the ticket.
  function close(): void {
    document.querySelector<HTMLElement>(':is(.table, .board) [aria-current] a')?.focus({ preventScroll: true });
    onClose();
  }
  function closeWithEscape({ key, target }: KeyboardEvent): void {
    if (key === 'Escape' && !(target as HTMLElement).closest('dialog')) close();
  }
  return (
    <section className="drawer" aria-label={messages.ticket.name(id)} onKeyDown={closeWithEscape}>
      <Stack component="header" className="ticket-head" gap={6} mb="lg" pr={100}>
        <Group gap={4} pos="absolute" top={8} right={12}>
          <IconLink to="/tickets/$id" params={{ id: String(id) }} {...iconButton} aria-label={messages.ticket.openPage}>
            <Icon icon={IconArrowsDiagonal} />
          </IconLink>
          <ActionIcon {...iconButton} aria-label={messages.app.close} onClick={close}>
            <Icon icon={IconX} />
          </ActionIcon>
        </Group>
        {ticket && <TicketMeta ticket={ticket} />}
        <Title order={2} ref={heading} tabIndex={-1}>
          {ticket ? ticketTitle(ticket) : messages.ticket.name(id)}
        </Title>
        {ticket && <TicketPlace ticket={ticket} />}
      </Stack>
      {query.isError && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <ListSkeleton />}
      {ticket && <TicketView key={id} ticket={ticket} />}
    </section>
  );
}
