import { Text } from '@mantine/core';
import { Tag } from '../../ui/tag.tsx';
import { dayText, validityOf } from './days.ts';
import { usePlaceTexts } from './texts/texts.ts';

/** Until when a document is valid; nothing when it does not expire. @param on the last day */
export function ExpiryTag({ on }: { on: string | null }) {
  const texts = usePlaceTexts().documents;
  if (on === null) return null;
  const day = dayText(on);
  switch (validityOf(on)) {
    case 'expired':
      return <Tag color="var(--danger)">{texts.expired(day)}</Tag>;
    case 'today':
      return <Tag isWarning>{texts.expiresToday}</Tag>;
    case 'soon':
      return <Tag isWarning>{texts.expiresSoon(day)}</Tag>;
    default:
      return (
        <Text span size="sm" c="dimmed">
          {texts.valid(day)}
        </Text>
      );
  }
}
