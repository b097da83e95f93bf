import { useState } from 'react';
import type { Ticket, TicketPhoto } from '../../api/operations.ts';
import { useSend } from '../../api/queries.ts';
import { notify } from '../../parts/notices.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';

const regret = 6_000;

/** A removal is sent only after the time to regret it: the service cannot take it back. */
export function useRemovedPhotos(ticket: Ticket) {
  const me = useMe();
  const words = useWords();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const send = useSend('DELETE /tickets/{id}/photos/{photo_id}', {
    changes: ['GET /tickets/{id}/photos', 'GET /tickets/{id}/events'],
  });
  const show = (id: number): void => setHidden((before) => new Set([...before].filter((one) => one !== id)));

  function remove({ id }: TicketPhoto): void {
    setHidden((before) => new Set(before).add(id));
    const timer = setTimeout(() => send.mutate({ params: { id: ticket.id, photo_id: id } }, { onError: () => show(id) }), regret);
    notify({
      text: words.ticket.photoRemoved,
      undo: () => {
        clearTimeout(timer);
        show(id);
      },
    });
  }

  const mayRemove = (photo: TicketPhoto): boolean =>
    me.role === 'admin' || (ticket.status === 'in_progress' && photo.uploader_id === me.id);
  return { hidden, remove, mayRemove };
}
