import { useMessages } from '../../i18n/locale.ts';
import { countItems, useShownItems } from '../../offline-queue/shown-items.ts';
import { useSecurityTexts } from './security-texts/texts.ts';

/** Tells what is in the offline queue: its items are sent only while their user is signed in. */
export function UnsentWarning() {
  const texts = useSecurityTexts();
  const messages = useMessages();
  const unsent = useShownItems().filter(({ state }) => state !== 'sent');
  return <p role="status">{unsent.length > 0 && texts.unsent(messages.unsent.items(countItems(unsent)))}</p>;
}
