import { Text } from '@mantine/core';
import { useMessages } from '../../../i18n/locale.ts';
import { useCockpitTexts } from './texts/texts.ts';

/** Where a card has gone that somebody else has moved. */
export function MovedCard({ lane }: { lane: string }) {
  const messages = useMessages();
  const texts = useCockpitTexts();
  return (
    <Text size="xs" c="dimmed">
      {lane ? messages.app.movedTo(lane) : texts.gone}
    </Text>
  );
}
