import { useSyncExternalStore } from 'react';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { useMessages } from '../i18n/locale.ts';
import { countEntries, useQueueEntries } from '../offline-queue/view.ts';
import { useCurrentUser } from '../session/session-store.ts';

/** Says that the link is down, and what waits to be sent. */
export function OfflineBanner() {
  const messages = useMessages();
  const isUp = useSyncExternalStore(onConnectivityChange, isOnline);
  const { role } = useCurrentUser();
  const waiting = useQueueEntries().filter(({ state }) => !['sent', 'failed'].includes(state));
  if (isUp) return null;
  return (
    <div className="offline-banner" role="status">
      {waiting.length > 0 ? messages.app.waiting(messages.unsent.what(countEntries(waiting))) : messages.app.offline(role)}
    </div>
  );
}
