import { useEffect } from 'react';
import type { Ticket, TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { accountKey } from '../../session/acting.ts';
import { useCurrentUser, useSender } from '../../session/session-store.ts';
import { resumePhotoDeletions, schedulePhotoDeletion, sendPhotoDeletions, useDeletedPhotos } from './pending-photo-deletions.ts';

/** Which photos of a ticket are hidden, which ones the user can delete, and how. */
export function usePhotoDeletion({ id, status }: Ticket) {
  const me = useCurrentUser();
  const sender = useSender();
  const by = accountKey(sender.id);
  const messages = useMessages();
  const hidden = useDeletedPhotos(id);
  useEffect(() => resumePhotoDeletions(by), [by]);
  useEffect(() => () => sendPhotoDeletions(id), [id]);
  const deletePhoto = (photo: TicketPhoto): void => schedulePhotoDeletion(by, id, photo.id, messages.ticket.photoRemoved);
  const canDelete = (photo: TicketPhoto): boolean =>
    me.role === 'admin' || (status === 'in_progress' && [me.id, sender.id].includes(photo.uploader_id));
  return { hidden, deletePhoto, canDelete };
}
