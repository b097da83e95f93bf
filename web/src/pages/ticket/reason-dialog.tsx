import { Text, Textarea } from '@mantine/core';
import { SnippetMenu } from '../../features/snippets/lazy.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { reasonDraftName } from './use-ticket-operation.ts';

interface Props {
  id: number;
  op: 'reject' | 'cancel';
  onClose: () => void;
  onReason: (reason: string) => void;
}

const minLength = 5;
const maxLength = 2_000;

/** Asks for the reason of a rejection or cancellation. Its draft is kept when the dialog is closed or the operation fails. */
export function ReasonDialog({ id, op, onClose, onReason }: Props) {
  const messages = useMessages();
  const [reason, setReason] = useDraft(reasonDraftName(op, id), '');
  return (
    <Dialog title={messages.ticket[op]} onClose={onClose}>
      <Form
        submit={messages.labels.operation[op]}
        onSubmit={() => {
          onReason(reason.trim());
          onClose();
        }}
        onCancel={onClose}
        cancel={op === 'cancel' ? messages.ticket.keep : undefined}
        isReady={reason.trim().length >= minLength}
      >
        <Text c="dimmed">{op === 'reject' ? messages.ticket.rejectText : messages.ticket.cancelText}</Text>
        <Textarea
          label={messages.ticket.reason}
          description={messages.ticket.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          minLength={minLength}
          maxLength={maxLength}
          rows={4}
          required
        />
        <div>
          <SnippetMenu kind={op} text={reason} maxLength={maxLength} onChange={setReason} isInDialog />
        </div>
      </Form>
    </Dialog>
  );
}
