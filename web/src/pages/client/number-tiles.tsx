import { Paper, type PaperProps, Text } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import { useMessages } from '../../i18n/locale.ts';

type TileProps = PaperProps & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

const TileLink = createLink((props: TileProps) => (
  <Paper component="a" withBorder display="block" h="100%" px="md" py="sm" c="dimmed" {...props} />
));

/** How many tickets of the client have which status; each number opens the list of these tickets. */
export function NumberTiles() {
  const messages = useMessages();
  const { status } = messages.labels;
  return (
    <ul className="tiles" aria-label={messages.client.numbers}>
      <StatusTile status="new" label={messages.client.unassigned} />
      <StatusTile status="assigned" label={status.assigned} />
      <StatusTile status="in_progress" label={status.in_progress} />
      <StatusTile status="rejected" label={status.rejected} />
      <StatusTile status="closed" label={status.closed} />
    </ul>
  );
}

function StatusTile({ status, label }: { status: Status; label: string }) {
  const messages = useMessages();
  const tickets = useApiQuery('GET /tickets', { query: { status, limit: 1 } });
  return <Tile status={status} label={label} count={tickets.data && messages.app.number(tickets.data.total)} />;
}

function Tile({ status, label, count = '–' }: { status: Status; label: string; count?: string | undefined }) {
  return (
    <li>
      <TileLink to="/tickets" search={{ status }}>
        <Text component="b" fz={32} lh={1.125} fw={650} c="var(--text)" display="block">
          {count}
        </Text>{' '}
        {label}
      </TileLink>
    </li>
  );
}
