import { useMessages } from '../../i18n/locale.ts';
import { countItems, useShownItems } from '../../offline-queue/shown-items.ts';

/** Tells what is in the offline queue: its items are sent only while their user is signed in. */
export function UnsentWarning() {
  const messages = useMessages();
  const unsent = useShownItems().filter(({ state }) => state !== 'sent');
  return <p role="status">{unsent.length > 0 && messages.profile.unsent(messages.unsent.items(countItems(unsent)))}</p>;
}
