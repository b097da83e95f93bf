import { ActionIcon, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiListQuery, useApiMutation } from '../../../api/queries.ts';
import type { Ticket, TicketLink } from '../../../contract/schemas.ts';
import { StatusBadge } from '../../../features/status-badge.tsx';
import { ticketTitle } from '../../../features/ticket-title.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Meta } from '../../../ui/meta.tsx';
import { ShowMore, useListPaging } from '../../../ui/show-more.tsx';
import { canArrange } from './can-arrange.ts';
import { useConnectionTexts } from './texts/texts.ts';

const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog);

/** The tickets that a ticket is linked to, and how. Nothing is shown without any. */
export function TicketLinks({ ticket }: { ticket: Ticket }) {
  const { id } = ticket;
  const texts = useConnectionTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const { data } = useApiListQuery('GET /ext/tickets/{id}/links', { params: { id }, query: { limit, offset } });
  if (!data || data.total === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="links">
      <Title order={2} id="links">
        {texts.links}
      </Title>
      <ul className="cards">
        {data.items.map((link) => (
          <li key={link.id}>
            <LinkCard id={id} link={link} mayRemove={canArrange(me, ticket) && isOnline} />
          </li>
        ))}
      </ul>
      <ShowMore paging={paging} page={data} />
    </Stack>
  );
}

const addButtonClass = 'add-link';

/** Links a ticket to another one. */
export function AddLinkButton({ ticket }: { ticket: Ticket }) {
  const texts = useConnectionTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  if (!canArrange(me, ticket)) return null;
  return (
    <>
      <Button
        variant="subtle"
        px="xs"
        className={addButtonClass}
        disabled={!isOnline}
        title={isOnline ? undefined : texts.notOffline}
        leftSection={<Icon icon={IconLink} size={18} />}
        onClick={() => setOpen(true)}
      >
        {texts.addLink}
      </Button>
      {isOpen && <LinkDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CardProps {
  /** of the ticket whose page shows the link */
  id: number;
  link: TicketLink;
  mayRemove: boolean;
}

function LinkCard({ id, link: { id: link_id, kind, direction, ticket }, mayRemove }: CardProps) {
  const texts = useConnectionTexts();
  const remove = useApiMutation('DELETE /ext/tickets/{id}/links/{link_id}', {
    invalidates: ['GET /ext/tickets/{id}/links'],
    // The card disappears with its button.
    onSuccess: () => document.querySelector<HTMLElement>(`.${addButtonClass}`)?.focus(),
  });
  return (
    <Paper withBorder className="card" p="sm" opacity={remove.isPending ? 0.6 : undefined}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Stack gap={4} miw={0}>
          <Text size="sm" c="dimmed">
            {texts.kinds[direction][kind]}
          </Text>
          <Text fw={500} lineClamp={2}>
            <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="card-link">
              {ticketTitle(ticket)}
            </Link>
          </Text>
          <Meta>
            <StatusBadge status={ticket.status} />
            <span className="numbers">#{ticket.id}</span>
          </Meta>
        </Stack>
        {mayRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            m={-6}
            aria-label={texts.removeLink(ticket.id)}
            title={texts.removeLink(ticket.id)}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params: { id, link_id } })}
          >
            <Icon icon={IconX} size={18} />
          </ActionIcon>
        )}
      </Group>
    </Paper>
  );
}
