import { Text } from '@mantine/core';
import { useCockpitTexts } from './texts/texts.ts';

/** Where a card has gone that somebody else has moved. */
export function MovedCard({ lane }: { lane: string }) {
  const texts = useCockpitTexts();
  return (
    <Text size="xs" c="dimmed">
      {lane ? texts.movedTo(lane) : texts.gone}
    </Text>
  );
}
