import { Button, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useDraft } from '../../session/draft.ts';
import { useWords } from '../../words/index.ts';
import { reasonDraft } from './use-step.ts';

interface Props {
  id: number;
  op: 'reject' | 'cancel';
  onClose: () => void;
  onReason: (reason: string) => void;
}

/** Asks why; what is typed survives a closed dialog, and a step that fails. */
export function ReasonDialog({ id, op, onClose, onReason }: Props) {
  const words = useWords();
  const [reason, setReason] = useDraft(reasonDraft(op, id), '');
  const isEnough = reason.trim().length >= 5;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isEnough) return;
    onReason(reason.trim());
    onClose();
  }
  return (
    <Dialog title={words.ticket[op]} onClose={onClose}>
      <form onSubmit={submit} className="form">
        <p className="muted">{op === 'reject' ? words.ticket.rejectText : words.ticket.cancelText}</p>
        <Textarea
          label={words.ticket.reason}
          description={words.ticket.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={2000}
          rows={4}
          required
        />
        <div className="row-actions">
          <Button type="submit" disabled={!isEnough}>
            {words.labels.step[op]}
          </Button>
          <Button variant="default" onClick={onClose}>
            {words.app.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
