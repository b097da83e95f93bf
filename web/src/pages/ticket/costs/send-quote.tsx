import { Button, Fieldset, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormMutation } from '../../../api/queries.ts';
import { sumOf } from '../../../contract/money.ts';
import type { SendQuote, Ticket } from '../../../contract/schemas.ts';
import { canHold } from '../../../features/planning/can-plan.ts';
import { useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { isCompleteDate, localDate } from '../../../lib/calendar-date.ts';
import { showToast } from '../../../lib/toasts.ts';
import { costsQuery, lastCostsQuery } from '../../../offline-data/open-jobs.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { formatMoney } from '../../costs/format-money.ts';
import { useHold } from '../planning/use-hold.ts';
import { useHoldChanges } from '../planning/use-hold-changes.ts';
import { emptyLine, knownLines, type LineDraft, lineOf, requestOf } from './cost-draft.ts';
import { DialogButton } from './dialog-button.tsx';
import { LineFields } from './line-fields.tsx';
import { quoteReads } from './quotes.tsx';
import { useCostTexts } from './texts/texts.ts';

const maxLines = 100;
const maxNoteLength = 2_000;

interface Draft {
  lines: LineDraft[];
  note: string;
  /** a date; empty: no end */
  validUntil: string;
  putsOnHold: boolean;
}

const emptyDraft: Draft = { lines: [emptyLine], note: '', validUntil: '', putsOnHold: true };

/** Opens the form of a quote, unless one is open already. */
export function SendQuoteButton({ ticket }: { ticket: Ticket }) {
  const { quotes: texts } = useCostTexts();
  return <DialogButton text={texts.send}>{(close) => <SendQuoteDialog ticket={ticket} onClose={close} />}</DialogButton>;
}

interface Props {
  ticket: Ticket;
  onClose: () => void;
}

function SendQuoteDialog({ ticket, onClose }: Props) {
  const messages = useMessages();
  const all = useCostTexts();
  const texts = all.quotes;
  const { data: costs } = useQuery(costsQuery(ticket.id));
  const { data: last } = useQuery(lastCostsQuery());
  const currency = costs?.currency ?? 'EUR';
  const known = knownLines(last?.items ?? [], costs?.items ?? [], currency);
  const [draft, setDraft, clear] = useDraft(`quote:${ticket.id}`, emptyDraft, isDraft);
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const setLine = (index: number, line: LineDraft): void => set({ lines: draft.lines.with(index, line) });
  const lines = draft.lines.map((line) => lineOf(line, currency));
  const complete = lines.filter((line) => line !== undefined);
  const total = sumOf(complete.map(({ amount }) => amount));
  const isInPast = draft.validUntil !== '' && draft.validUntil < localDate(new Date());
  const mayHold = useMayHold(ticket);
  const hold = useHoldChanges(ticket);
  const send = useFormMutation('POST /ext/tickets/{id}/quotes', {
    invalidates: quoteReads,
    onSuccess: () => {
      clear();
      showToast({ text: texts.sent });
      if (mayHold && draft.putsOnHold) hold.put({ reason: 'quote' });
      onClose();
    },
  });
  const body: SendQuote = {
    lines: complete.map(requestOf),
    ...(draft.note.trim() && { note: draft.note.trim() }),
    ...(draft.validUntil && { valid_until: draft.validUntil }),
  };
  const isReady = lines.length > 0 && complete.length === lines.length && total !== undefined;
  return (
    <Dialog title={texts.sendTitle} onClose={onClose} closesOnBackdrop={false}>
      <Form
        submit={texts.send}
        onSubmit={() => send.mutate({ params: { id: ticket.id }, body })}
        onCancel={onClose}
        isBusy={send.isPending || !costs}
        isReady={isReady && !isInPast && isCompleteDate(draft.validUntil)}
        error={send.error}
      >
        <Text c="dimmed">{texts.sendText}</Text>
        {draft.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no state of their own
          <Fieldset key={index} miw={0} legend={<b>{texts.line(index + 1)}</b>}>
            <LineFields draft={line} currency={currency} known={known} onChange={(next) => setLine(index, next)} />
            {draft.lines.length > 1 && (
              <Button
                mt="xs"
                variant="subtle"
                px="xs"
                onClick={() => set({ lines: draft.lines.filter((_, other) => other !== index) })}
              >
                {texts.removeLine(index + 1)}
              </Button>
            )}
          </Fieldset>
        ))}
        {draft.lines.length < maxLines && (
          <div>
            <Button variant="default" onClick={() => set({ lines: [...draft.lines, emptyLine] })}>
              {texts.addLine}
            </Button>
          </div>
        )}
        <Text role="status" className="numbers">
          {all.total}: <b>{isReady ? formatMoney(total, currency) : '–'}</b>
        </Text>
        <Textarea
          label={`${texts.note} (${messages.app.optional})`}
          value={draft.note}
          onChange={({ currentTarget }) => set({ note: currentTarget.value })}
          maxLength={maxNoteLength}
          rows={2}
        />
        <TextInput
          type="date"
          label={`${texts.validUntil} (${messages.app.optional})`}
          description={texts.validUntilHint}
          value={draft.validUntil}
          min={localDate(new Date())}
          onChange={({ currentTarget }) => set({ validUntil: currentTarget.value })}
          error={isInPast && texts.inPast}
        />
        {mayHold && (
          <Switch
            label={texts.hold}
            checked={draft.putsOnHold}
            onChange={({ currentTarget }) => set({ putsOnHold: currentTarget.checked })}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** Whether the ticket can be put on hold, and is not. */
function useMayHold(ticket: Ticket): boolean {
  const me = useCurrentUser();
  const { data } = useTicketExtras(ticket.id);
  const { isOnHold } = useHold(ticket);
  return data !== undefined && canHold(me, ticket) && !isOnHold;
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'lines' in value && Array.isArray(value.lines) && 'putsOnHold' in value;
