import { Blockquote, Text } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';

/** How to get into the object of a ticket. Nothing is shown where there are no notes, or not for this account. */
export function ObjectNotes({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const notes = useApiQuery('GET /ext/objects/{id}/notes', { params: { id: ticket.object_id } }).data;
  if (!notes?.text) return null;
  return (
    <Blockquote component="section" aria-label={messages.ticket.objectNotes} px="md" py="xs">
      <b>{messages.ticket.objectNotes}</b>
      <Text className="description">{notes.text}</Text>
    </Blockquote>
  );
}
