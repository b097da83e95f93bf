import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { useCandidates } from './candidates.ts';
import { proposeSplit, type Share } from './split.ts';
import { useBulkTexts } from './texts/texts.ts';

interface Props {
  tickets: Ticket[];
  /** a worker who gets nothing */
  withoutId?: string | undefined;
  onSplit: (shares: Share[]) => void;
}

/** Who would get which of several tickets, by fit and load; whoever is unchecked gets none. */
export function SplitProposal({ tickets, withoutId, onSplit }: Props) {
  const texts = useBulkTexts();
  const { candidates = [] } = useCandidates([...new Set(tickets.map(({ project_id }) => project_id))]);
  const [left, setLeft] = useState<readonly string[]>([]);
  const others = candidates.filter(({ id }) => id !== withoutId);
  const initial = proposeSplit(tickets, others);
  const { shares, rest } = proposeSplit(
    tickets,
    others.filter(({ id }) => !left.includes(id)),
  );
  const offered = others.filter((worker) => left.includes(worker.id) || shares.some((share) => share.worker.id === worker.id));
  // Nothing to split: one worker takes all, or there is one ticket.
  if (tickets.length < 2 || initial.shares.length < 2) return null;
  const toggle = (id: string): void => setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id]);
  const countOf = (id: string): number => shares.find(({ worker }) => worker.id === id)?.tickets.length ?? 0;
  return (
    <Stack component="section" gap={2} mb="sm" aria-labelledby="split">
      <Text id="split" size="sm" fw={600}>
        {texts.split}
      </Text>
      {offered.map(({ id, name, load }) => (
        <Group key={id} component="label" gap={8} wrap="nowrap" mih={36} className="split-share">
          <input type="checkbox" checked={!left.includes(id)} onChange={() => toggle(id)} />
          <UserAvatar id={id} name={name} />
          <span>{name}</span>
          <Text span size="sm" c="dimmed">
            {texts.share(countOf(id), load?.open ?? 0)}
          </Text>
        </Group>
      ))}
      <Group gap="xs" mt={6}>
        <Button disabled={shares.length === 0} onClick={() => onSplit(shares)}>
          {texts.splitNow(tickets.length - rest.length)}
        </Button>
        {rest.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.splitRest(rest.length)}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
