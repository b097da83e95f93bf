import type { QueryName } from '../../../api/client.ts';
import { useApiMutation, useFormMutation } from '../../../api/queries.ts';
import type { PutHold, Ticket } from '../../../contract/schemas.ts';
import { showToast } from '../../../lib/toasts.ts';
import { enqueueChange } from '../../../offline-queue/queue.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { useTicketPlanningTexts } from './texts/texts.ts';

const invalidates: QueryName[] = [...(['GET /ext/tickets', 'GET /ext/tickets/{id}', 'GET /ext/tickets/{id}/holds'] as const)];

/**
 * Puts a ticket on hold, and ends that. What its worker does goes through the offline queue, as start and finish do.
 * @param onPut after it was stored or sent
 */
export function useHoldChanges({ id, worker_id }: Ticket, onPut: () => void = () => {}) {
  const texts = useTicketPlanningTexts();
  const isQueued = useCurrentUser().id === worker_id;
  const put = useFormMutation('PUT /ext/tickets/{id}/hold', {
    invalidates,
    onSuccess: () => {
      showToast({ text: texts.hold.saved });
      onPut();
    },
  });
  const end = useApiMutation('DELETE /ext/tickets/{id}/hold', {
    invalidates,
    onSuccess: () => void showToast({ text: texts.hold.ended }),
  });
  return {
    isQueued,
    isBusy: put.isPending || end.isPending,
    error: put.error,
    put: (hold: PutHold): void => {
      if (isQueued) void enqueueChange(id, { op: 'hold', hold }).then(onPut);
      else put.mutate({ params: { id }, body: hold });
    },
    end: (): void => {
      if (isQueued) void enqueueChange(id, { op: 'endHold' });
      else end.mutate({ params: { id } });
    },
  };
}
