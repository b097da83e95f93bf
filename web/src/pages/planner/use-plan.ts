import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidateTickets } from '../../api/invalidation.ts';
import { cacheTicket } from '../../api/queries.ts';
import type { AppointmentAnswered, Ticket } from '../../contract/schemas.ts';
import { sendOwnChanges, useOwnChange } from '../../features/assigning/own-changes.ts';
import { assignOne, type Person } from '../../features/assigning/use-ticket-changes.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { usePlannerTexts } from './texts/texts.ts';

interface Plan {
  /** undefined: nobody */
  worker: Person | undefined;
  appointment: { from: string; to: string; note?: string };
}

/** Gives a ticket to somebody and sets its appointment, with the operations that the service has for each. */
export function usePlan(ticket: Ticket, onDone: () => void) {
  const { id } = ticket;
  const present = useOwnChange(id) ?? ticket;
  const texts = usePlannerTexts();
  const client = useQueryClient();
  const [isHalf, setHalf] = useState(false);
  const onSettled = (): void => void invalidateTickets(client, [id]);
  const save = useMutation({
    // The assignment comes first: it is what may be refused, and an appointment that nobody keeps helps nobody.
    mutationFn: async ({ worker, appointment }: Plan): Promise<AppointmentAnswered> => {
      await sendOwnChanges([id]);
      const isAssigned = worker !== undefined && worker.id !== present.worker_id;
      if (isAssigned) cacheTicket(client, await assignOne(present, worker));
      setHalf(isAssigned);
      return call('PUT /ext/tickets/{id}/appointment', { params: { id }, body: appointment });
    },
    onSuccess: ({ conflicts }, { worker }) => {
      const name = worker && isolateName(worker.name);
      showToast({ text: [name ? texts.planned(name) : texts.plannedForNobody, texts.overlaps(conflicts.length)].join(' ') });
      onDone();
    },
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: () => call('DELETE /ext/tickets/{id}/appointment', { params: { id } }),
    onSuccess: () => {
      showToast({ text: texts.canceled });
      onDone();
    },
    onSettled,
  });
  return {
    isBusy: save.isPending || cancel.isPending,
    error: save.error ?? cancel.error,
    /** the ticket was given to somebody, and its appointment was refused */
    isHalf: isHalf && save.isError,
    save: (worker: Plan['worker'], appointment: Plan['appointment']): void => save.mutate({ worker, appointment }),
    cancel: (): void => cancel.mutate(),
  };
}
