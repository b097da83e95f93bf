import { useSyncExternalStore } from 'react';
import { useWaiting } from '../upload/list.ts';
import { useWords } from '../words/index.ts';

function listen(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine);

/** Says that the link is down, and what waits to be sent. */
export function OfflineStrip() {
  const words = useWords();
  const isOnline = useOnline();
  const waiting = useWaiting();
  if (isOnline) return null;
  return (
    <div className="strip" role="status">
      {waiting > 0 ? words.app.waiting(waiting) : words.app.offline}
    </div>
  );
}
