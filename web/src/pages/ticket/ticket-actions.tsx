import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Operation } from '../../../../src/product/tickets/lifecycle.ts';
import type { TicketOperation } from '../../components/optimistic-ticket.ts';
import type { Ticket } from '../../contract/operations.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { usePendingSteps } from '../../offline-queue/view.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { AddPhotosButton } from './add-photos-button.tsx';
import { allowedTransitions, canUploadPhoto } from './allowed-transitions.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { PendingSteps } from './pending-steps.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useTicketOperation } from './use-ticket-operation.ts';

const asks: readonly Operation[] = ['assign', 'reject'];

/** The steps that are allowed now, the next one first and big; no others. */
export function TicketActions({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const step = useTicketOperation(ticket.id);
  const [asked, setAsked] = useState<Operation>();
  const waits = usePendingSteps(ticket.id).length > 0;
  const ops = allowedTransitions(me, ticket).flatMap(({ op }) => (op === 'cancel' ? [] : [op]));
  const photos = canUploadPhoto(me, ticket);
  if (ops.length === 0 && !photos && !waits) return null;
  const run = (op: Operation): void => (asks.includes(op) ? setAsked(op) : step.mutate({ op }));
  const assign = (worker: NonNullable<TicketOperation['worker']>): void =>
    step.mutate({ op: 'assign', worker }, { onSuccess: () => showToast({ text: messages.ticket.assignedTo(worker.name) }) });
  const close = (): void => setAsked(undefined);
  return (
    <div className="action-bar">
      <PendingSteps id={ticket.id} />
      <div className="step-buttons">
        {photos && <AddPhotosButton id={ticket.id} />}
        {ops.map((op, index) => (
          <Button
            key={op}
            size="md"
            variant={index === 0 ? 'filled' : 'default'}
            disabled={step.isPending}
            onClick={() => run(op)}
          >
            {messages.labels.step[op]}
          </Button>
        ))}
      </div>
      {asked === 'assign' && <AssignDialog ticket={ticket} onClose={close} onWorker={assign} />}
      {asked === 'reject' && (
        <ReasonDialog id={ticket.id} op={asked} onClose={close} onReason={(reason) => step.mutate({ op: asked, reason })} />
      )}
    </div>
  );
}
