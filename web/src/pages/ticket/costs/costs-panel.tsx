import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amountOf, formatQuantity, maxAmount, sumOf } from '../../../contract/money.ts';
import type { Ticket, TicketCost, TicketListItem } from '../../../contract/schemas.ts';
import { useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { formatDay } from '../../../i18n/dates.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { localeTag, useMessages } from '../../../i18n/locale.ts';
import { isolateName } from '../../../lib/bidirectional-controls.ts';
import { costsQuery, lastCostsQuery } from '../../../offline-data/open-jobs.ts';
import { discard, retry } from '../../../offline-queue/queue.ts';
import { isWaitingOrFailed, type ShownCost, useShownCosts } from '../../../offline-queue/shown-items.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { ListRow, ListRows, RowButton } from '../../../ui/list-rows.tsx';
import { Note } from '../../../ui/note.tsx';
import { formatFactors, formatMoney } from '../../costs/format-money.ts';
import { CostChanges } from './cost-changes.tsx';
import { type CostDraft, hourUnit, knownLines, proposedHours, proposeTime } from './cost-draft.ts';
import { AddCostSheet, EditCostSheet } from './cost-sheet.tsx';
import { canSendQuote, canWriteCosts, seesCosts } from './may-write.ts';
import { FormerQuotes, useQuotes } from './quotes.tsx';
import { SendQuoteButton } from './send-quote.tsx';
import { useCostTexts } from './texts/texts.ts';

type Cost = TicketListItem['cost'];

/** What the work on a ticket costs, with the lines, and buttons for whoever writes them. */
export function CostsPanel({ ticket }: { ticket: Ticket }) {
  const texts = useCostTexts();
  const me = useCurrentUser();
  const { data } = useTicketExtras(ticket.id);
  const queued = useShownCosts(ticket.id);
  const mayWriteLines = canWriteCosts(me, ticket);
  const cost = data?.cost ?? null;
  const isShown = cost !== null || mayWriteLines || canSendQuote(me, ticket) || queued.length > 0;
  if (!seesCosts(me, ticket) || !isShown) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="costs">
      <Title order={2} id="costs">
        {texts.title}
      </Title>
      {data?.over_limit && <Note tone="warning">{texts.overLimit}</Note>}
      {(cost !== null || mayWriteLines || queued.length > 0) && <Lines ticket={ticket} cost={cost} queued={queued} />}
      {cost !== null && <FormerQuotes ticket={ticket} />}
      {canSendQuote(me, ticket) && data && <SendQuote ticket={ticket} cost={cost} />}
    </Stack>
  );
}

interface SendQuoteProps {
  ticket: Ticket;
  cost: Cost;
}

/** A ticket has one open quote. */
const SendQuote = ({ ticket, cost }: SendQuoteProps) =>
  cost === null || cost.quoted === null ? <SendQuoteButton ticket={ticket} /> : <SendUnlessOpen ticket={ticket} />;

function SendUnlessOpen({ ticket }: { ticket: Ticket }) {
  const isOpen = useQuotes(ticket.id).some(({ status }) => status === 'open');
  return isOpen ? null : <SendQuoteButton ticket={ticket} />;
}

interface LinesProps {
  ticket: Ticket;
  cost: Cost;
  queued: readonly ShownCost[];
}

function Lines({ ticket, cost, queued }: LinesProps) {
  const texts = useCostTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const { data } = useQuery(costsQuery(ticket.id));
  const mayWriteLines = canWriteCosts(me, ticket);
  const last = useLastCosts(mayWriteLines);
  const [edited, setEdited] = useState<TicketCost>();
  const lines = data?.items ?? [];
  const currency = data?.currency ?? cost?.currency ?? queued[0]?.currency;
  const known = currency ? knownLines(last, lines, currency) : [];
  // One that was sent is in the list as soon as that is read.
  const unsent = queued.filter(({ state }) => state !== 'sent');
  const mayEdit = mayWriteLines && isOnline;
  return (
    <>
      {data && lines.length + unsent.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      <ListRows>
        {[
          ...lines.map((line) => (
            <ListRow key={line.id} name={line.text} details={detailsOf(line)} notes={<LineKind line={line} />}>
              <LineAmount amount={line.amount} currency={line.currency} />
              {mayEdit && <RowButton text={texts.edit} of={line.text} px="xs" onClick={() => setEdited(line)} />}
            </ListRow>
          )),
          ...unsent.map((item) => <QueuedLine key={`queued ${item.key}`} item={item} />),
        ]}
      </ListRows>
      {data && data.total > lines.length && <Text size="sm">{texts.more(data.total - lines.length)}</Text>}
      <Sums cost={cost} queued={unsent} />
      {mayWriteLines && <AddButtons ticket={ticket} currency={currency} known={known} />}
      {ticket.status === 'closed' && lines.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.frozen}
        </Text>
      )}
      {cost !== null && <CostChanges ticketId={ticket.id} currency={cost.currency} />}
      {edited && <EditCostSheet ticket={ticket} cost={edited} known={known} onClose={() => setEdited(undefined)} />}
    </>
  );

  function detailsOf(line: TicketCost): string {
    const worker = line.worker_name && isolateName(line.worker_name);
    return [formatFactors(line, line.currency), formatDay(`${line.on}T12:00:00`), worker].filter(Boolean).join(' · ');
  }
}

/** What the user has written down last; nothing for whoever writes none. */
function useLastCosts(isEnabled: boolean) {
  const { data } = useQuery({ ...lastCostsQuery(), enabled: isEnabled });
  return data?.items ?? [];
}

function LineKind({ line }: { line: Pick<TicketCost, 'kind'> }) {
  const texts = useCostTexts();
  return (
    <Text size="sm" c="dimmed">
      {texts.kinds[line.kind]}
    </Text>
  );
}

const LineAmount = ({ amount, currency }: { amount: number; currency: string }) => (
  <Text span fw={600} ms="auto" className="numbers" style={{ whiteSpace: 'nowrap' }}>
    {formatMoney(amount, currency)}
  </Text>
);

/** A line that is being sent, or waits for it. */
function QueuedLine({ item }: { item: ShownCost }) {
  const { key, cost, currency, state, error } = item;
  const messages = useMessages();
  const status =
    state === 'sending' ? messages.queuedOperations.sending : error ? errorText(error, messages) : messages.upload.waiting;
  const { unit = '', ...line } = cost;
  return (
    <ListRow
      name={cost.text}
      details={formatFactors({ ...line, unit }, currency)}
      notes={
        <Text size="sm" c={state === 'failed' ? 'var(--danger)' : 'var(--warning)'} role="status">
          {status}
        </Text>
      }
    >
      <LineAmount amount={amountOf(cost.quantity, cost.unit_price) ?? maxAmount} currency={currency} />
      {isWaitingOrFailed(item) && (
        <Group gap={0}>
          <Button variant="subtle" px="xs" onClick={() => void retry(key)}>
            {messages.upload.retry}
          </Button>
          <RowButton text={messages.unsent.discard} of={cost.text} px="xs" onClick={() => void discard(key)} />
        </Group>
      )}
    </ListRow>
  );
}

/** The sum of all lines, also those that are not sent, beside what was quoted and approved. */
function Sums({ cost, queued }: { cost: Cost; queued: readonly ShownCost[] }) {
  const texts = useCostTexts();
  const waiting = queued.filter(({ state }) => state !== 'failed');
  const currency = cost?.currency ?? queued[0]?.currency;
  if (currency === undefined) return null;
  const amounts = waiting.map((item) => amountOf(item.cost.quantity, item.cost.unit_price) ?? 0);
  const total = sumOf([cost?.total ?? 0, ...amounts]) ?? maxAmount;
  const sums = [
    [texts.total, total],
    [texts.quoted, cost?.quoted ?? null],
    [texts.approved, cost?.approved ?? null],
  ] as const;
  return (
    <Stack component="dl" gap={4} className="numbers" m={0}>
      {sums.map(([name, amount]) =>
        amount === null ? null : (
          <Group key={name} justify="space-between" gap="xs" px="md">
            <Text component="dt" fw={name === texts.total ? 650 : 400}>
              {name}
              {name === texts.total && waiting.length > 0 && (
                <Text span size="sm" c="dimmed" fw={400}>
                  {' '}
                  ({texts.unsent})
                </Text>
              )}
            </Text>
            <Text component="dd" m={0} fw={name === texts.total ? 650 : 400}>
              {formatMoney(amount, currency)}
            </Text>
          </Group>
        ),
      )}
    </Stack>
  );
}

interface AddProps {
  ticket: Ticket;
  currency: string | undefined;
  known: ReturnType<typeof knownLines>;
}

/** The working time takes two taps: the first fills the form. */
function AddButtons({ ticket, currency, known }: AddProps) {
  const texts = useCostTexts();
  const [sheet, setSheet] = useState<{ proposal?: CostDraft }>();
  if (currency === undefined) return <Text c="dimmed">{texts.notKnownOffline}</Text>;
  const now = new Date();
  const hours = proposedHours(ticket, now);
  const time = (): CostDraft =>
    proposeTime(ticket, known, { now: new Date(), locale: localeTag(), defaultText: texts.workingTime });
  return (
    <Group gap="xs">
      {ticket.started_at && (
        <Button variant="default" onClick={() => setSheet({ proposal: time() })}>
          {hours === undefined ? texts.addTime : `${texts.addTime}: ${formatQuantity(hours, localeTag())} ${hourUnit}`}
        </Button>
      )}
      <Button variant="default" onClick={() => setSheet({})}>
        {texts.add}
      </Button>
      {sheet && (
        <AddCostSheet
          ticket={ticket}
          currency={currency}
          known={known}
          proposal={sheet.proposal}
          onClose={() => setSheet(undefined)}
        />
      )}
    </Group>
  );
}
