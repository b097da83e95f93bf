import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { SnippetMenu } from '../../features/snippets/lazy.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
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
  const isValid = reason.trim().length >= minLength;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isValid) return;
    onReason(reason.trim());
    onClose();
  }
  return (
    <Dialog title={messages.ticket[op]} onClose={onClose}>
      <Stack component="form" mt="xs" onSubmit={submit}>
        <Text c="dimmed">{op === 'reject' ? messages.ticket.rejectText : messages.ticket.cancelText}</Text>
        <Textarea
          label={messages.ticket.reason}
          description={messages.ticket.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={maxLength}
          rows={4}
          required
        />
        <div>
          <SnippetMenu kind={op} text={reason} maxLength={maxLength} onChange={setReason} isInDialog />
        </div>
        <Group gap="xs">
          <Button type="submit" disabled={!isValid} aria-describedby={isValid ? undefined : 'reason-missing'}>
            {messages.labels.operation[op]}
          </Button>
          <Button variant="default" onClick={onClose}>
            {op === 'cancel' ? messages.ticket.keep : messages.app.cancel}
          </Button>
        </Group>
        {!isValid && (
          <Text id="reason-missing" size="sm" c="dimmed">
            {messages.app.fillIn(messages.ticket.reason)}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
