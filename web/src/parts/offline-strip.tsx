import { useSyncExternalStore } from 'react';
import { isLinkUp, onLink } from '../api/link.ts';
import { useWaiting } from '../upload/list.ts';
import { useWords } from '../words/index.ts';

/** Says that the link is down, and what waits to be sent. */
export function OfflineStrip() {
  const words = useWords();
  const isUp = useSyncExternalStore(onLink, isLinkUp);
  const waiting = useWaiting();
  if (isUp) return null;
  return (
    <div className="strip" role="status">
      {waiting > 0 ? words.app.waiting(waiting) : words.app.offline}
    </div>
  );
}
