import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { Form } from '../form.tsx';

const minLength = 5;

/** Asks for the reason why several tickets are cancelled. */
export function CancelTicketsForm({ onClose, onReason }: { onClose: () => void; onReason: (reason: string) => void }) {
  const messages = useMessages();
  const [reason, setReason] = useState('');
  return (
    <Form
      submit={messages.labels.operation.cancel}
      onSubmit={() => onReason(reason.trim())}
      onCancel={onClose}
      isBusy={false}
      isReady={reason.trim().length >= minLength}
      isDangerous
    >
      <Text c="dimmed">{messages.ticket.cancelText}</Text>
      <Textarea
        label={messages.ticket.reason}
        description={messages.ticket.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={2000}
        rows={3}
        required
      />
    </Form>
  );
}
