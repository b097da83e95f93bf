import { Button, Paper, Text, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { showToast } from '../lib/toasts.ts';
import { discard } from '../offline-queue/sender.ts';
import {
  countItems,
  isHeldOperation,
  isShownCost,
  isShownOperation,
  isShownPhoto,
  isWaitingOrFailed,
  type ShownComment,
  type ShownCost,
  type ShownItem,
  type ShownOperation,
  useShownItems,
} from '../offline-queue/shown-items.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';

/** Tells on all pages which tickets have items in the offline queue, with a button that discards them. */
export function UnsentChanges() {
  const { pathname } = useLocation();
  const [asking, setAsking] = useState<number>();
  const waiting = useShownItems().filter((item) => isWaitingOrFailed(item) && !isHeldOperation(item));
  const unsent = waiting.filter(({ ticketId }) => !pathname.endsWith(`/tickets/${ticketId}`));
  const tickets = [...new Set(unsent.map(({ ticketId }) => ticketId))];
  const itemsOf = (id: number): ShownItem[] => unsent.filter(({ ticketId }) => ticketId === id);
  if (tickets.length === 0) return null;
  return (
    <>
      <Paper role="status" mx="lg" mt="sm" px="md" py={6} bg="var(--warning-soft)" c="var(--warning)">
        {tickets.map((id) => (
          <UnsentOfTicket key={id} id={id} items={itemsOf(id)} onDiscard={() => setAsking(id)} />
        ))}
      </Paper>
      {asking !== undefined && itemsOf(asking).length > 0 && (
        <DiscardDialog id={asking} items={itemsOf(asking)} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}

interface Props {
  id: number;
  items: ShownItem[];
}

function UnsentOfTicket({ id, items, onDiscard }: Props & { onDiscard: () => void }) {
  const messages = useMessages();
  return (
    <p>
      <Link to="/tickets/$id" params={{ id: String(id) }}>
        {messages.ticket.name(id)}
      </Link>
      : {messages.unsent.notSent(messages.unsent.items(countItems(items)))}{' '}
      <Button variant="subtle" onClick={onDiscard}>
        {messages.unsent.discard}
        <VisuallyHidden> {messages.ticket.name(id)}</VisuallyHidden>
      </Button>
    </p>
  );
}

/** Of a comment or a line of costs, in characters. */
const maxQuoteLength = 60;

/** Asks before items are discarded, because a whole job may wait. */
function DiscardDialog({ id, items, onClose }: Props & { onClose: () => void }) {
  const messages = useMessages();
  const { photos } = countItems(items);
  const operations = items.flatMap((item) => (isShownPhoto(item) ? [] : nameOf(item)));
  const lost = [messages.unsent.items({ photos, operations: 0 }), ...operations].filter(Boolean).join(', ');
  function nameOf(item: ShownOperation | ShownComment | ShownCost): string {
    if (isShownOperation(item)) return messages.labels.operation[item.op];
    return `“${(isShownCost(item) ? item.cost : item).text.slice(0, maxQuoteLength)}”`;
  }
  async function discardAll(): Promise<void> {
    onClose();
    const undo = await discard(...items.map(({ key }) => key));
    showToast({ text: messages.unsent.discarded(lost), undo: () => void undo() });
  }
  return (
    <Dialog title={messages.unsent.discardTitle(id)} onClose={onClose}>
      <Form submit={messages.unsent.discard} onSubmit={() => void discardAll()} onCancel={onClose} isBusy={false} isDangerous>
        <Text c="dimmed">{messages.unsent.discardText(lost)}</Text>
      </Form>
    </Dialog>
  );
}
