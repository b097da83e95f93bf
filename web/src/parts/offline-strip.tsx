import { useSyncExternalStore } from 'react';
import { isLinkUp, onLink } from '../api/link.ts';
import { countOf, useQueued } from '../queue/list.ts';
import { useMe } from '../session/store.ts';
import { useWords } from '../words/index.ts';

/** Says that the link is down, and what waits to be sent. */
export function OfflineStrip() {
  const words = useWords();
  const isUp = useSyncExternalStore(onLink, isLinkUp);
  const { role } = useMe();
  const waiting = useQueued().filter(({ state }) => !['sent', 'failed'].includes(state));
  if (isUp) return null;
  return (
    <div className="strip" role="status">
      {waiting.length > 0 ? words.app.waiting(words.unsent.what(countOf(waiting))) : words.app.offline(role)}
    </div>
  );
}
