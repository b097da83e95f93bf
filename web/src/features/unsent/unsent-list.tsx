import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { discard, retry } from '../../offline-queue/queue.ts';
import {
  countItems,
  isHeldOperation,
  isShownCost,
  isShownOperation,
  isShownPhoto,
  isShownRequest,
  isWaitingOrFailed,
  type ShownComment,
  type ShownCost,
  type ShownItem,
  type ShownOperation,
  type ShownRequest,
  useShownItems,
} from '../../offline-queue/shown-items.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { RowButton } from '../../ui/list-rows.tsx';
import { useUnsentTexts } from './texts/texts.ts';

/** Shows on all pages which tickets have items in the offline queue, with a button that discards them, and what a new ticket has become. */
export function UnsentList() {
  const { pathname } = useLocation();
  const [asking, setAsking] = useState<number>();
  const shown = useShownItems();
  useCreatedToast(shown);
  const waiting = shown.filter((item) => isWaitingOrFailed(item) && !isHeldOperation(item));
  const unsent = waiting.filter(({ ticketId }) => !pathname.endsWith(`/tickets/${ticketId}`));
  const requests = unsent.filter(isShownRequest);
  const tickets = [...new Set(unsent.filter((item) => !isShownRequest(item)).map(({ ticketId }) => ticketId))];
  const itemsOf = (id: number): ShownItem[] => unsent.filter(({ ticketId }) => ticketId === id);
  if (unsent.length === 0) return null;
  return (
    <>
      <Paper role="status" mx="lg" mt="sm" px="md" py={6} bg="var(--warning-soft)" c="var(--warning)">
        {tickets.map((id) => (
          <UnsentOfTicket key={id} id={id} items={itemsOf(id)} onDiscard={() => setAsking(id)} />
        ))}
        {requests.map((request) => (
          <UnsentRequest key={request.key} request={request} onDiscard={() => setAsking(request.ticketId)} />
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
  const texts = useUnsentTexts();
  return (
    <p>
      <Link to="/tickets/$id" params={{ id: String(id) }}>
        {messages.ticket.name(id)}
      </Link>
      : {texts.notSent(messages.unsent.items(countItems(items)))}{' '}
      <RowButton text={messages.unsent.discard} of={messages.ticket.name(id)} onClick={onDiscard} />
    </p>
  );
}

/** Of a comment, a line of costs or a new ticket, in characters. */
const maxQuoteLength = 60;
const quote = (text: string): string => `“${text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength - 1)}…` : text}”`;

/** A new ticket that waits, or was refused: then it can be changed in its form, and sent again. */
function UnsentRequest({ request, onDiscard }: { request: ShownRequest; onDiscard: () => void }) {
  const messages = useMessages();
  const texts = useUnsentTexts();
  const navigate = useNavigate();
  const { key, ticketId, description, error, state } = request;
  const { photos } = countItems([request]);
  const what = [quote(description), messages.unsent.items({ photos })].filter(Boolean).join(', ');
  const hidden = <VisuallyHidden> {quote(description)}</VisuallyHidden>;
  const edit = (): void => void navigate({ to: '/tickets/new', search: { unsent: ticketId } });
  return (
    <div>
      <p>
        {texts.newRequest}: {texts.notSent(what)} {error !== undefined && errorText(error, messages)}
      </p>
      <Group gap="0 20px">
        {state === 'failed' && (
          <>
            <Button variant="subtle" px={0} onClick={() => void retry(key)}>
              {messages.upload.retry}
              {hidden}
            </Button>
            <Button variant="subtle" px={0} onClick={edit}>
              {texts.edit}
              {hidden}
            </Button>
          </>
        )}
        <Button variant="subtle" px={0} onClick={onDiscard}>
          {messages.unsent.discard}
          {hidden}
        </Button>
      </Group>
    </div>
  );
}

/** Shows which ticket a new one has become. The form itself goes on to it. */
function useCreatedToast(shown: readonly ShownItem[]): void {
  const messages = useMessages();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const createdId = shown.find((item): item is ShownRequest => isShownRequest(item) && item.createdId !== undefined)?.createdId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each ticket
  useEffect(() => {
    if (createdId === undefined || pathname.endsWith('/tickets/new')) return;
    const open = (): void => void navigate({ to: '/tickets/$id', params: { id: String(createdId) } });
    showToast({ text: messages.create.created(createdId), action: { label: messages.app.view, run: open } });
  }, [createdId]);
}

/** Asks before items are discarded, because a whole job may wait. */
function DiscardDialog({ id, items, onClose }: Props & { onClose: () => void }) {
  const messages = useMessages();
  const texts = useUnsentTexts();
  const { photos } = countItems(items);
  const operations = items.flatMap((item) => (isShownPhoto(item) ? [] : nameOf(item)));
  const lost = [messages.unsent.items({ photos }), ...operations].filter(Boolean).join(', ');
  function nameOf(item: ShownOperation | ShownComment | ShownCost | ShownRequest): string {
    if (isShownOperation(item)) return messages.labels.operation[item.op];
    if (isShownRequest(item)) return quote(item.description);
    return quote((isShownCost(item) ? item.cost : item).text);
  }
  async function discardAll(): Promise<void> {
    onClose();
    const undo = await discard(...items.map(({ key }) => key));
    showToast({ text: texts.discarded(lost), undo: () => void undo() });
  }
  return (
    <Dialog title={items.some(isShownRequest) ? texts.discardRequestTitle : texts.discardTitle(id)} onClose={onClose}>
      <Form submit={messages.unsent.discard} onSubmit={() => void discardAll()} onCancel={onClose} isDangerous>
        <Text c="dimmed">{texts.discardText(lost)}</Text>
      </Form>
    </Dialog>
  );
}
