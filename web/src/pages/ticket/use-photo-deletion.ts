import { useEffect } from 'react';
import type { Ticket, TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { resumePhotoDeletions, schedulePhotoDeletion, sendPhotoDeletions, useDeletedPhotos } from './pending-photo-deletions.ts';

/** Which photos of a ticket are hidden, which ones the user can delete, and how. */
export function usePhotoDeletion({ id, status }: Ticket) {
  const me = useCurrentUser();
  const messages = useMessages();
  const hidden = useDeletedPhotos(id);
  useEffect(() => resumePhotoDeletions(me.id), [me.id]);
  useEffect(() => () => sendPhotoDeletions(id), [id]);
  const deletePhoto = (photo: TicketPhoto): void => schedulePhotoDeletion(me.id, id, photo.id, messages.ticket.photoRemoved);
  const canDelete = (photo: TicketPhoto): boolean =>
    me.role === 'admin' || (status === 'in_progress' && photo.uploader_id === me.id);
  return { hidden, deletePhoto, canDelete };
}
