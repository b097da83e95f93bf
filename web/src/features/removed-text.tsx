import { useApiQuery } from '../api/queries.ts';
import type { Ticket } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';

/** Where a ticket went that left a list: its status, when that has changed and the user still sees it. @param status in the list */
export function RemovedText({ id, status }: Pick<Ticket, 'id' | 'status'>) {
  const messages = useMessages();
  const { data } = useApiQuery('GET /tickets/{id}', { params: { id } });
  return data && data.status !== status
    ? messages.app.movedTo(messages.labels.status[data.status])
    : messages.app.removedFromList;
}
