import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../api/operations.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { stepsFor } from './allowed.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useStep } from './use-step.ts';

/** The end without work, away from the steps that lead on. */
export function CancelStep({ ticket }: { ticket: Ticket }) {
  const words = useWords();
  const me = useMe();
  const step = useStep(ticket.id);
  const [isAsked, setAsked] = useState(false);
  if (!stepsFor(me, ticket).some(({ op }) => op === 'cancel')) return null;
  return (
    <div>
      <Button variant="subtle" className="danger" disabled={step.isPending} onClick={() => setAsked(true)}>
        {words.labels.step.cancel}
      </Button>
      {isAsked && (
        <ReasonDialog
          id={ticket.id}
          op="cancel"
          onClose={() => setAsked(false)}
          onReason={(reason) => step.mutate({ op: 'cancel', reason })}
        />
      )}
    </div>
  );
}
