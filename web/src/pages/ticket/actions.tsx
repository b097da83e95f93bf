import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Operation } from '../../../../src/tickets/lifecycle.ts';
import type { Ticket } from '../../api/operations.ts';
import { notify } from '../../parts/notices.ts';
import { useMe } from '../../session/store.ts';
import { useIsUploading, useUploads } from '../../upload/list.ts';
import { useWords } from '../../words/index.ts';
import { stepsFor, takesPhotos } from './allowed.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { PhotoButton } from './photo-button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { type Step, useStep } from './use-step.ts';

const asks: readonly Operation[] = ['assign', 'reject'];

/** The steps that are allowed now, the next one first and big; no others. */
export function Actions({ ticket }: { ticket: Ticket }) {
  const words = useWords();
  const me = useMe();
  const step = useStep(ticket.id);
  const [asked, setAsked] = useState<Operation>();
  const pending = useIsUploading(ticket.id);
  const isShown = useUploads(ticket.id).some(({ state }) => state !== 'failed');
  const ops = stepsFor(me, ticket).flatMap(({ op }) => (op === 'cancel' ? [] : [op]));
  const photos = takesPhotos(me, ticket);
  if (ops.length === 0 && !photos) return null;
  const run = (op: Operation): void => (asks.includes(op) ? setAsked(op) : step.mutate({ op }));
  const assign = (worker: NonNullable<Step['worker']>): void =>
    step.mutate({ op: 'assign', worker }, { onSuccess: () => notify({ text: words.ticket.assignedTo(worker.name) }) });
  const close = (): void => setAsked(undefined);
  return (
    <div className="step-bar">
      {isShown && (
        <p className="muted small" role="status">
          {words.ticket.uploadsFirst}
        </p>
      )}
      <div className="steps">
        {photos && <PhotoButton id={ticket.id} />}
        {ops.map((op, index) => (
          <Button
            key={op}
            size="md"
            variant={index === 0 ? 'filled' : 'default'}
            disabled={step.isPending || (op === 'done' && pending)}
            onClick={() => run(op)}
          >
            {words.labels.step[op]}
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
