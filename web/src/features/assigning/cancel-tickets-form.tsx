import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { Form } from '../../ui/form.tsx';
import { SnippetMenu } from '../snippets/lazy.ts';

const minLength = 5;
const maxLength = 2_000;

/** Asks for the reason why several tickets are cancelled. */
export function CancelTicketsForm({ onClose, onReason }: { onClose: () => void; onReason: (reason: string) => void }) {
  const messages = useMessages();
  const [reason, setReason] = useState('');
  return (
    <Form
      submit={messages.labels.operation.cancel}
      onSubmit={() => onReason(reason.trim())}
      onCancel={onClose}
      isReady={reason.trim().length >= minLength}
      isDangerous
    >
      <Text c="dimmed">{messages.ticket.cancelText}</Text>
      <Textarea
        label={messages.ticket.reason}
        description={messages.ticket.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        minLength={minLength}
        maxLength={maxLength}
        rows={3}
        required
      />
      <div>
        <SnippetMenu kind="cancel" text={reason} maxLength={maxLength} onChange={setReason} isInDialog />
      </div>
    </Form>
  );
}
