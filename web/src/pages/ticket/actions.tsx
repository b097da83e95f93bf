import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Operation } from '../../../../src/tickets/lifecycle.ts';
import type { Ticket } from '../../api/operations.ts';
import type { Step } from '../../parts/expected.ts';
import { notify } from '../../parts/notices.ts';
import { useQueuedSteps } from '../../queue/list.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { stepsFor, takesPhotos } from './allowed.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { PhotoButton } from './photo-button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { StepsWaiting } from './steps-waiting.tsx';
import { useStep } from './use-step.ts';

const asks: readonly Operation[] = ['assign', 'reject'];

/** The steps that are allowed now, the next one first and big; no others. */
export function Actions({ ticket }: { ticket: Ticket }) {
  const words = useWords();
  const me = useMe();
  const step = useStep(ticket.id);
  const [asked, setAsked] = useState<Operation>();
  const waits = useQueuedSteps(ticket.id).length > 0;
  const ops = stepsFor(me, ticket).flatMap(({ op }) => (op === 'cancel' ? [] : [op]));
  const photos = takesPhotos(me, ticket);
  if (ops.length === 0 && !photos && !waits) return null;
  const run = (op: Operation): void => (asks.includes(op) ? setAsked(op) : step.mutate({ op }));
  const assign = (worker: NonNullable<Step['worker']>): void =>
    step.mutate({ op: 'assign', worker }, { onSuccess: () => notify({ text: words.ticket.assignedTo(worker.name) }) });
  const close = (): void => setAsked(undefined);
  return (
    <div className="step-bar">
      <StepsWaiting id={ticket.id} />
      <div className="steps">
        {photos && <PhotoButton id={ticket.id} />}
        {ops.map((op, index) => (
          <Button
            key={op}
            size="md"
            variant={index === 0 ? 'filled' : 'default'}
            disabled={step.isPending}
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
