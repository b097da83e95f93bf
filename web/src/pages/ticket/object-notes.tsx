import { Blockquote, Text } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Note } from '../../ui/note.tsx';

/** What is announced in the object of a ticket, and how to get in. Nothing where there is neither, or not for this account. */
export function ObjectNotes({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const notes = useApiQuery('GET /ext/objects/{id}/notes', { params: { id: ticket.object_id } }).data;
  const announcements = useApiQuery('GET /ext/tickets/{id}', { params: { id: ticket.id } }).data?.announcements ?? [];
  return (
    <>
      {announcements.map(({ id, text }) => (
        <Note key={id} tone="warning">
          <span className="description">{text}</span>
        </Note>
      ))}
      {notes?.text && (
        <Blockquote component="section" aria-label={messages.ticket.objectNotes} px="md" py="xs">
          <b>{messages.ticket.objectNotes}</b>
          <Text className="description">{notes.text}</Text>
        </Blockquote>
      )}
    </>
  );
}
