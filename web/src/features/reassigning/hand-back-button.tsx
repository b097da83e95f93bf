import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { canHandBack } from '../assigning/reassignable.ts';
import { SnippetMenu } from '../snippets/lazy.ts';
import { useReassigningTexts } from './texts/texts.ts';
import { useHandBacks } from './use-hand-backs.ts';

const minLength = 5;
const maxLength = 2_000;

/** Asks for another worker, with a reason. It needs a connection: the client should know at once, or not at all. */
export function HandBackButton({ ticket }: { ticket: Ticket }) {
  const texts = useReassigningTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  const { open } = useHandBacks(ticket.id);
  if (!canHandBack(me, ticket) || open) return null;
  return (
    <div>
      <Button variant="subtle" disabled={!isOnline} onClick={() => setOpen(true)}>
        {texts.handBack}
      </Button>
      {!isOnline && (
        <Text size="sm" c="dimmed">
          {texts.notOffline}
        </Text>
      )}
      {isOpen && <HandBackSheet id={ticket.id} onClose={() => setOpen(false)} />}
    </div>
  );
}

function HandBackSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const texts = useReassigningTexts();
  const [reason, setReason] = useDraft(`hand-back:${id}`, '');
  const handBack = useFormMutation('POST /ext/tickets/{id}/hand-back', {
    invalidates: ['GET /ext/tickets/{id}/hand-backs'],
    onSuccess: () => {
      setReason('');
      showToast({ text: texts.handBackDone });
      onClose();
    },
  });
  return (
    <Dialog title={texts.handBackTitle} onClose={onClose} isSheet>
      <Form
        submit={texts.handBack}
        onSubmit={() => handBack.mutate({ params: { id }, body: { reason: reason.trim() } })}
        onCancel={onClose}
        isBusy={handBack.isPending}
        isReady={reason.trim().length >= minLength}
        error={handBack.error}
      >
        <Text c="dimmed">{texts.handBackText}</Text>
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          minLength={minLength}
          maxLength={maxLength}
          rows={3}
          required
        />
        <div>
          <SnippetMenu kind="hand_back" text={reason} maxLength={maxLength} onChange={setReason} isInDialog />
        </div>
      </Form>
    </Dialog>
  );
}
