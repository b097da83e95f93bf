import { Button, Paper, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useMessages } from '../i18n/locale.ts';
import { showToast } from '../lib/toasts.ts';
import { discard } from '../offline-queue/sender.ts';
import { countItems, isWaitingOrFailed, type ShownItem, useShownItems } from '../offline-queue/shown-items.ts';

/** Tells on all pages which tickets have items in the offline queue, with a button that discards them. */
export function UnsentChanges() {
  const { pathname } = useLocation();
  const unsent = useShownItems().filter((item) => isWaitingOrFailed(item) && !pathname.endsWith(`/tickets/${item.ticketId}`));
  const tickets = [...new Set(unsent.map(({ ticketId }) => ticketId))];
  if (tickets.length === 0) return null;
  return (
    <Paper role="status" mx="lg" mt="sm" px="md" py={6} bg="var(--warning-soft)" c="var(--warning)">
      {tickets.map((id) => (
        <UnsentOfTicket key={id} id={id} items={unsent.filter(({ ticketId }) => ticketId === id)} />
      ))}
    </Paper>
  );
}

function UnsentOfTicket({ id, items }: { id: number; items: ShownItem[] }) {
  const messages = useMessages();
  const what = messages.unsent.items(countItems(items));
  async function discardAll(): Promise<void> {
    const undo = await discard(...items.map(({ key }) => key));
    showToast({ text: messages.unsent.discarded(what), undo: () => void undo() });
  }
  return (
    <p>
      <Link to="/tickets/$id" params={{ id: String(id) }}>
        {messages.ticket.name(id)}
      </Link>
      : {messages.unsent.notSent(what)}{' '}
      <Button variant="subtle" onClick={() => void discardAll()}>
        {messages.unsent.discard}
        <VisuallyHidden> {messages.ticket.name(id)}</VisuallyHidden>
      </Button>
    </p>
  );
}
