import { useApiQuery } from '../api/queries.ts';
import { useMessages } from '../i18n/locale.ts';

/** Where a ticket went that left a list: its status, unless the user may no longer see it. @param id of the ticket */
export function RemovedText({ id }: { id: number }) {
  const messages = useMessages();
  const { data } = useApiQuery('GET /tickets/{id}', { params: { id } });
  return data ? messages.app.movedTo(messages.labels.status[data.status]) : messages.app.removedFromList;
}
