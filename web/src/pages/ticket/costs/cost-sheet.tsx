import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { QueryName } from '../../../api/client.ts';
import { useFormMutation } from '../../../api/queries.ts';
import type { AddCost, Ticket, TicketCost } from '../../../contract/schemas.ts';
import { localeTag } from '../../../i18n/locale.ts';
import { isCompleteDate } from '../../../lib/calendar-date.ts';
import { showToast } from '../../../lib/toasts.ts';
import { enqueueCost } from '../../../offline-queue/queue.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { useEditDraft } from '../../../session/use-draft.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { type CostDraft, dayOfWork, draftOfLine, emptyLine, type KnownLine, lineOf, requestOf } from './cost-draft.ts';
import { LineFields } from './line-fields.tsx';
import { useCostTexts } from './texts/texts.ts';

/** The reads that lines of costs change. */
export const costReads: QueryName[] = [
  ...([
    'GET /ext/tickets',
    'GET /ext/tickets/{id}',
    'GET /ext/tickets/{id}/costs',
    'GET /ext/tickets/{id}/costs/edits',
    'GET /ext/costs/last',
    'GET /ext/stats',
  ] as const),
];

interface Props {
  ticket: Ticket;
  currency: string;
  known: readonly KnownLine[];
  /** what the fields have first */
  proposal?: CostDraft | undefined;
  onClose: () => void;
}

/** Adds a line of costs. The offline queue sends it. */
export function AddCostSheet({ ticket, currency, known, proposal, onClose }: Props) {
  const texts = useCostTexts();
  const me = useCurrentUser();
  const [initial] = useState<CostDraft>(() => proposal ?? { ...emptyLine, on: dayOfWork(ticket, new Date()) });
  const [draft, setDraft, clear] = useEditDraft(`cost:${ticket.id}`, initial);
  const line = lineOf(draft, currency);
  function submit(): void {
    if (!line) return;
    const worker_id = me.role === 'worker' ? me.id : line.kind === 'labour' ? ticket.worker_id : undefined;
    const cost: AddCost = { ...requestOf(line), on: draft.on, ...(worker_id && { worker_id }) };
    void enqueueCost(ticket.id, { cost, currency });
    clear();
    onClose();
  }
  return (
    <Dialog title={texts.add} onClose={onClose} isSheet>
      <Form submit={texts.save} onSubmit={submit} onCancel={onClose} isReady={line !== undefined && isDay(draft.on)} isWide>
        <Fields draft={draft} currency={currency} known={known} onChange={setDraft} />
      </Form>
    </Dialog>
  );
}

interface EditProps {
  ticket: Ticket;
  cost: TicketCost;
  known: readonly KnownLine[];
  onClose: () => void;
}

/** Changes or removes a line of costs. */
export function EditCostSheet({ ticket, cost, known, onClose }: EditProps) {
  const { id, currency, worker_id, on } = cost;
  const texts = useCostTexts();
  const [initial] = useState<CostDraft>(() => ({ ...draftOfLine(cost, currency, localeTag()), on }));
  const [draft, setDraft, clear] = useEditDraft(`cost:${ticket.id}:${id}`, initial);
  const line = lineOf(draft, currency);
  const done = (text: string, undo?: () => void): void => {
    clear();
    showToast({ text, ...(undo && { undo }) });
    onClose();
  };
  const save = useFormMutation('PATCH /ext/costs/{id}', {
    invalidates: costReads,
    onSuccess: () => done(texts.saved),
  });
  const putBack = (): void => {
    const { kind, text, quantity, unit, unit_price } = cost;
    void enqueueCost(ticket.id, { cost: { kind, text, quantity, unit, unit_price, worker_id, on }, currency });
  };
  const remove = useFormMutation('DELETE /ext/costs/{id}', {
    invalidates: costReads,
    onSuccess: () => done(texts.removed, putBack),
  });
  return (
    <Dialog title={texts.editTitle} onClose={onClose} isSheet>
      <Form
        submit={texts.save}
        onSubmit={() => line && save.mutate({ params: { id }, body: { ...requestOf(line), on: draft.on } })}
        onCancel={onClose}
        isBusy={save.isPending}
        isReady={line !== undefined && isDay(draft.on)}
        error={save.error ?? remove.error}
        isWide
      >
        <Fields draft={draft} currency={currency} known={known} onChange={setDraft} />
        <div>
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate({ params: { id } })}>
            {texts.remove}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const isDay = (text: string): boolean => text !== '' && isCompleteDate(text);

interface FieldProps {
  draft: CostDraft;
  currency: string;
  known: readonly KnownLine[];
  onChange: (draft: CostDraft) => void;
}

function Fields({ draft, currency, known, onChange }: FieldProps) {
  const texts = useCostTexts();
  return (
    <>
      <LineFields draft={draft} currency={currency} known={known} onChange={onChange} />
      <TextInput
        type="date"
        label={texts.on}
        value={draft.on}
        onChange={({ currentTarget }) => onChange({ ...draft, on: currentTarget.value })}
        required
      />
    </>
  );
}
