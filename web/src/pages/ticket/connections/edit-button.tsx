import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormMutation } from '../../../api/queries.ts';
import type { Ticket } from '../../../contract/schemas.ts';
import { FloorField, hasDescription, TicketFields, type TicketFieldValues } from '../../../features/ticket-fields.tsx';
import { useIsOnline } from '../../../http/connectivity.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { useEditDraft } from '../../../session/use-draft.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { canChangeReport } from '../allowed-transitions.ts';
import { changedFields } from './changed-fields.ts';
import { useConnectionTexts } from './texts/texts.ts';

/** Corrects what a ticket says, until it is closed. It needs a connection: two corrections must not wait beside each other. */
export function EditButton({ ticket }: { ticket: Ticket }) {
  const texts = useConnectionTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  if (ticket.status === 'closed' || !canChangeReport(me, ticket)) return null;
  return (
    <>
      <Button
        variant="subtle"
        px="xs"
        disabled={!isOnline}
        title={isOnline ? undefined : texts.notOffline}
        leftSection={<Icon icon={IconPencil} size={18} />}
        onClick={() => setOpen(true)}
      >
        {texts.edit}
      </Button>
      {isOpen && <EditDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}

function EditDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const messages = useMessages();
  const texts = useConnectionTexts();
  const [before] = useState(ticket);
  const { id, category, description, floor, priority } = before;
  const [draft, setDraft, clear] = useEditDraft<TicketFieldValues>(`edit-ticket:${id}`, {
    category,
    description,
    floor,
    priority,
  });
  const changes = changedFields(before, draft);
  const close = (): void => {
    clear();
    onClose();
  };
  const edit = useFormMutation('PATCH /ext/tickets/{id}', {
    invalidates: [
      ...(['GET /tickets/{id}', 'GET /tickets', 'GET /ext/tickets', 'GET /ext/tickets/{id}'] as const),
      'GET /ext/tickets/{id}/edits',
    ],
    onSuccess: () => {
      showToast({ text: texts.edited });
      close();
    },
  });
  const set = (part: Partial<TicketFieldValues>): void => setDraft({ ...draft, ...part });
  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={() => (changes ? edit.mutate({ params: { id }, body: changes }) : close())}
        onCancel={close}
        mutation={edit}
        isReady={hasDescription(draft)}
      >
        <TicketFields draft={draft} onChange={set} descriptionField={texts.fields} />
        <FloorField draft={draft} onChange={set} />
      </Form>
    </Dialog>
  );
}
