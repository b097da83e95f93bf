import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { apiQuery, useFormMutation } from '../../../api/queries.ts';
import type { Ticket, TicketLink, TicketListItem } from '../../../contract/schemas.ts';
import { ticketTitle } from '../../../features/ticket-title.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SearchableList } from '../../../ui/searchable-list.tsx';
import { searchOf } from './link-search.ts';
import { useConnectionTexts } from './texts/texts.ts';

type Kind = TicketLink['kind'];
const kinds: readonly Kind[] = ['related', 'duplicate', 'blocks', 'follow_up'];

/** Links a ticket to another one, which is found by its number or by words. */
export function LinkDialog({ ticket: { id }, onClose }: { ticket: Ticket; onClose: () => void }) {
  const messages = useMessages();
  const texts = useConnectionTexts();
  const [kind, setKind] = useState<Kind>('related');
  const add = useFormMutation('POST /ext/tickets/{id}/links', {
    invalidates: ['GET /ext/tickets/{id}/links'],
    onSuccess: ({ ticket }) => {
      showToast({ text: texts.linked(ticket.id) });
      onClose();
    },
  });
  return (
    <Dialog title={texts.addLink} onClose={onClose}>
      <Stack mt="xs">
        <NativeSelect
          label={texts.kind}
          value={kind}
          data={kinds.map((value) => ({ value, label: texts.newKinds[value] }))}
          onChange={(event) => setKind(kinds.find((one) => one === event.currentTarget.value) ?? 'related')}
        />
        <FormError error={add.error} />
        <SearchableList<TicketListItem>
          label={texts.searchTicket}
          hint={texts.searchHint}
          search={({ q, limit, offset }) => apiQuery('GET /ext/tickets', { query: { ...searchOf(q), limit, offset } })}
          toOption={(other) => ({
            key: other.id,
            name: ticketTitle(other),
            detail: [`#${other.id}`, other.object_name, messages.labels.status[other.status]].join(' · '),
            isDisabled: other.id === id || add.isPending,
            onSelect: () => add.mutate({ params: { id }, body: { ticket_id: other.id, kind } }),
          })}
        />
      </Stack>
    </Dialog>
  );
}
