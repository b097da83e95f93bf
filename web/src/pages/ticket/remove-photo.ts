import { useEffect } from 'react';
import type { Ticket, TicketPhoto } from '../../api/operations.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { leaveRemovals, removePhoto, resumeRemovals, useRemovals } from './removals.ts';

/** Who may remove what, and what is not shown any more. */
export function useRemovedPhotos({ id, status }: Ticket) {
  const me = useMe();
  const words = useWords();
  const hidden = new Set(useRemovals().map(({ photo }) => photo));
  useEffect(() => resumeRemovals(me.id), [me.id]);
  useEffect(() => () => leaveRemovals(id), [id]);
  const remove = (photo: TicketPhoto): void => removePhoto(me.id, id, photo.id, words.ticket.photoRemoved);
  const mayRemove = (photo: TicketPhoto): boolean =>
    me.role === 'admin' || (status === 'in_progress' && photo.uploader_id === me.id);
  return { hidden, remove, mayRemove };
}
