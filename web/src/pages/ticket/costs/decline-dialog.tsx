import { Text, Textarea } from '@mantine/core';
import type { QueryName } from '../../../api/client.ts';
import { useFormMutation } from '../../../api/queries.ts';
import type { TicketQuote } from '../../../contract/schemas.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { useCostTexts } from './texts/texts.ts';

const maxLength = 2_000;

interface Props {
  quote: TicketQuote;
  invalidates: QueryName[];
  onClose: () => void;
}

/** Asks why a quote is declined. */
export function DeclineDialog({ quote: { id }, invalidates, onClose }: Props) {
  const { quotes: texts } = useCostTexts();
  const [reason, setReason, clear] = useDraft(`decline-quote:${id}`, '');
  const decline = useFormMutation('POST /ext/quotes/{id}/decline', {
    invalidates,
    onSuccess: () => {
      clear();
      showToast({ text: texts.declined });
      onClose();
    },
  });
  return (
    <Dialog title={texts.declineTitle} onClose={onClose}>
      <Form
        submit={texts.decline}
        onSubmit={() => decline.mutate({ params: { id }, body: { reason: reason.trim() } })}
        onCancel={onClose}
        mutation={decline}
        isReady={reason.trim() !== ''}
      >
        <Text c="dimmed">{texts.declineText}</Text>
        <Textarea
          label={texts.reason}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={maxLength}
          rows={3}
          required
        />
      </Form>
    </Dialog>
  );
}
