import { Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import type { Candidate } from './candidates.ts';
import { useBulkTexts } from './texts/texts.ts';
import { WorkerOptions } from './worker-options.tsx';

interface Props {
  tickets: Ticket[];
  onSelect: (worker: Candidate, reason: string) => void;
}

/** Asks to whom tickets are handed over, and why. */
export function HandOverForm({ tickets, onSelect }: Props) {
  const texts = useBulkTexts();
  const [reason, setReason] = useState('');
  const [worker, ...others] = new Set(tickets.map(({ worker_id }) => worker_id));
  return (
    <Stack mt="xs">
      <Textarea
        label={texts.handOverReason}
        description={texts.handOverHint}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={2000}
        rows={2}
      />
      <WorkerOptions
        projectIds={tickets.map(({ project_id }) => project_id)}
        withoutId={others.length === 0 ? worker : undefined}
        emptyState={() => <Text c="dimmed">{texts.noWorker}</Text>}
        onSelect={(selected) => onSelect(selected, reason.trim())}
      />
    </Stack>
  );
}
