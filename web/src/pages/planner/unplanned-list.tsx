import { Stack, Text, Title } from '@mantine/core';
import type { Planner } from '../../contract/schemas.ts';
import type { PlanHandler } from './jobs.ts';
import { usePlannerTexts } from './texts/texts.ts';
import type { Drag } from './use-drag.ts';
import { Visit } from './visit.tsx';

interface Props {
  planner: Planner;
  drag: Drag | undefined;
  onPlan: PlanHandler;
}

/** The jobs without an appointment, those of high priority first. */
export function UnplannedList({ planner: { unplanned, has_more_unplanned }, drag, onPlan }: Props) {
  const texts = usePlannerTexts();
  return (
    <Stack component="section" gap="xs" className="planner-unplanned" aria-labelledby="unplanned">
      <Title order={2} size="h3" id="unplanned">
        {texts.unplanned}{' '}
        <Text span inherit c="dimmed" fw="normal" className="numbers">
          {unplanned.length}
          {has_more_unplanned && '+'}
        </Text>
      </Title>
      {unplanned.length === 0 && <Text c="dimmed">{texts.nothingUnplanned}</Text>}
      <Stack component="ul" gap={6}>
        {unplanned.map((ticket) => (
          <li key={ticket.ticket_id}>
            <Visit job={ticket} drag={drag} onPlan={onPlan} />
          </li>
        ))}
      </Stack>
      {has_more_unplanned && (
        <Text size="sm" c="dimmed">
          {texts.moreUnplanned(unplanned.length)}
        </Text>
      )}
    </Stack>
  );
}
