import { Blockquote, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { QueryName } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import type { Ticket, TicketQuote } from '../../../contract/schemas.ts';
import { ConfirmDialog } from '../../../features/confirm-dialog.tsx';
import { useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import { ticketTitle } from '../../../features/ticket-title.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { formatDateTime, formatDay } from '../../../i18n/dates.ts';
import { isolateName } from '../../../lib/bidirectional-controls.ts';
import { useCurrentUser, useSender } from '../../../session/session-store.ts';
import { ListRow, ListRows } from '../../../ui/list-rows.tsx';
import { formatFactors, formatMoney } from '../../costs/format-money.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { DialogButton } from './dialog-button.tsx';
import { canAnswerQuote, canWithdrawQuote, seesCosts } from './may-write.ts';
import { useCostTexts } from './texts/texts.ts';

/** The reads that quotes change. */
export const quoteReads: QueryName[] = [
  ...(['GET /ext/tickets', 'GET /ext/tickets/{id}', 'GET /ext/tickets/{id}/quotes', 'GET /ext/tickets/{id}/holds'] as const),
];

/** A ticket has at most 50. */
export const useQuotes = (id: number): TicketQuote[] =>
  useApiQuery('GET /ext/tickets/{id}/quotes', { params: { id }, query: { limit: 100, order: 'desc' } }).data?.items ?? [];

/** The quote of a ticket that waits for an answer, with the buttons that the user has. */
export function OpenQuote({ ticket }: { ticket: Ticket }) {
  const me = useCurrentUser();
  const { data } = useTicketExtras(ticket.id);
  const mayBeThere = seesCosts(me, ticket) && data?.cost?.quoted !== undefined && data.cost?.quoted !== null;
  return mayBeThere && ticket.status !== 'closed' ? <Open ticket={ticket} /> : null;
}

function Open({ ticket }: { ticket: Ticket }) {
  const quote = useQuotes(ticket.id).find(({ status }) => status === 'open');
  return quote ? (
    <Blockquote className="reason-note" color="var(--warning)" px="md" py="xs">
      <QuoteWithButtons ticket={ticket} quote={quote} />
    </Blockquote>
  ) : null;
}

/** An open quote with its lines, and buttons to answer it or to take it back. */
function QuoteWithButtons({ ticket, quote }: { ticket: Ticket; quote: TicketQuote }) {
  const { quotes: texts } = useCostTexts();
  const me = useCurrentUser();
  const sender = useSender();
  const mayAnswer = canAnswerQuote(me, sender, ticket);
  return (
    <Stack gap={6}>
      <b>{texts.open(formatMoney(quote.total, quote.currency))}</b>
      <QuoteContent quote={quote} />
      {mayAnswer && <Text>{texts.waitsForYou}</Text>}
      {!mayAnswer && ticket.client_id !== me.id && <Text>{texts.waits}</Text>}
      {mayAnswer && <AnswerButtons ticket={ticket} quote={quote} />}
      {canWithdrawQuote(me, ticket, quote) && <WithdrawButton quote={quote} />}
    </Stack>
  );
}

/** The lines of a quote, its note, and how long it is valid. */
function QuoteContent({ quote: { lines, currency, note, valid_until, sent_by_name, sent_at } }: { quote: TicketQuote }) {
  const { kinds, quotes: texts } = useCostTexts();
  const sent = [sent_by_name && texts.by(isolateName(sent_by_name)), formatDay(sent_at)].filter(Boolean).join(', ');
  return (
    <>
      <Stack component="ul" gap={4} m={0} p={0}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a quote do not change
          <Group component="li" key={index} justify="space-between" gap="0 12px" wrap="nowrap" align="flex-start">
            <span>
              {line.text}{' '}
              <Text span size="sm" c="dimmed">
                {kinds[line.kind]}, {formatFactors(line, currency)}
              </Text>
            </span>
            <span className="numbers" style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(line.amount, currency)}
            </span>
          </Group>
        ))}
      </Stack>
      {note && <Text className="description">{note}</Text>}
      <Text size="sm" c="dimmed">
        {sent}
        {valid_until && ` · ${texts.until(endOf(valid_until))}`}
      </Text>
    </>
  );
}

/** @param validUntil a day, or a moment */
const endOf = (validUntil: string): string =>
  /T/i.test(validUntil) ? formatDateTime(validUntil) : formatDay(`${validUntil}T12:00:00`);

interface QuoteProps {
  ticket: Ticket;
  quote: TicketQuote;
}

function AnswerButtons({ ticket, quote }: QuoteProps) {
  const { notOffline, quotes: texts } = useCostTexts();
  const isOnline = useIsOnline();
  const [dialog, setDialog] = useState<'approve' | 'decline'>();
  const close = (): void => setDialog(undefined);
  const state = { mih: 44, disabled: !isOnline, title: isOnline ? undefined : notOffline };
  return (
    <>
      <Group gap="xs">
        <Button {...state} onClick={() => setDialog('approve')}>
          {texts.approve}
          <VisuallyHidden> {ticketTitle(ticket)}</VisuallyHidden>
        </Button>
        <Button {...state} variant="default" onClick={() => setDialog('decline')}>
          {texts.decline}
          <VisuallyHidden> {ticketTitle(ticket)}</VisuallyHidden>
        </Button>
      </Group>
      {dialog === 'approve' && <ApproveDialog quote={quote} onClose={close} />}
      {dialog === 'decline' && <DeclineDialog quote={quote} invalidates={quoteReads} onClose={close} />}
    </>
  );
}

interface DialogProps {
  quote: TicketQuote;
  onClose: () => void;
}

function ApproveDialog({ quote: { id, total, currency }, onClose }: DialogProps) {
  const { quotes: texts } = useCostTexts();
  return (
    <ConfirmDialog
      title={texts.approveTitle}
      operation="POST /ext/quotes/{id}/approve"
      input={{ params: { id } }}
      invalidates={quoteReads}
      submit={texts.approve}
      done={texts.approved}
      onClose={onClose}
    >
      <Text>{texts.approveText(formatMoney(total, currency))}</Text>
    </ConfirmDialog>
  );
}

function WithdrawButton({ quote }: { quote: TicketQuote }) {
  const { quotes: texts } = useCostTexts();
  return <DialogButton text={texts.withdraw}>{(close) => <WithdrawDialog quote={quote} onClose={close} />}</DialogButton>;
}

function WithdrawDialog({ quote: { id }, onClose }: DialogProps) {
  const { quotes: texts } = useCostTexts();
  return (
    <ConfirmDialog
      title={texts.withdrawTitle}
      operation="POST /ext/quotes/{id}/withdraw"
      input={{ params: { id } }}
      invalidates={quoteReads}
      submit={texts.withdraw}
      done={texts.withdrawn}
      onClose={onClose}
      isDangerous
    >
      <Text c="dimmed">{texts.withdrawText}</Text>
    </ConfirmDialog>
  );
}

/** What became of the quotes of a ticket that are not open any more. */
export function FormerQuotes({ ticket }: { ticket: Ticket }) {
  const { quotes: texts } = useCostTexts();
  const former = useQuotes(ticket.id).filter(({ status }) => status !== 'open');
  if (former.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h3">
        {texts.former}
      </Title>
      <ListRows>
        {former.map((quote) => (
          <ListRow key={quote.id} name={quote.lines.map(({ text }) => text).join(', ')} details={outcomeOf(quote)}>
            <Text span fw={600} className="numbers" style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(quote.total, quote.currency)}
            </Text>
          </ListRow>
        ))}
      </ListRows>
    </Stack>
  );

  function outcomeOf({ status, answered_by_name, ended_at, reason }: TicketQuote): string {
    const by = answered_by_name && texts.by(isolateName(answered_by_name));
    return [texts.status[status], by, ended_at && formatDay(ended_at), reason].filter(Boolean).join(' · ');
  }
}
