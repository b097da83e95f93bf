import { useApiQuery } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import { useMessages } from '../../i18n/locale.ts';
import { TileLink } from '../../ui/tile-link.tsx';

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
  return (
    <li>
      <TileLink to="/tickets" search={{ status }} count={tickets.data ? messages.app.number(tickets.data.total) : '–'}>
        {label}
      </TileLink>
    </li>
  );
}
