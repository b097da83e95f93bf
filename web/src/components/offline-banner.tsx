import { useIsOnline } from '../http/connectivity.ts';
import { useMessages } from '../i18n/locale.ts';
import { countItems, useShownItems } from '../offline-queue/shown-items.ts';
import { useCurrentUser } from '../session/session-store.ts';

/** Tells that the service cannot be reached, and what waits to be sent. */
export function OfflineBanner() {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const { role } = useCurrentUser();
  const waiting = useShownItems().filter(({ state }) => !['sent', 'failed'].includes(state));
  if (isOnline) return null;
  return (
    <div className="offline-banner" role="status">
      {waiting.length > 0 ? messages.app.offlineWaiting(messages.unsent.items(countItems(waiting))) : messages.app.offline(role)}
    </div>
  );
}
