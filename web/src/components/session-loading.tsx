import { useEffect, useState, useSyncExternalStore } from 'react';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { useMessages } from '../i18n/locale.ts';
import { ListSkeleton } from './list-skeleton.tsx';

/** While it is found out who is here. */
export function SessionLoading() {
  const messages = useMessages();
  const isUp = useSyncExternalStore(onConnectivityChange, isOnline);
  const isSlow = useLaterThan(500);
  const isSilent = useLaterThan(3_000);
  return (
    <>
      {(!isUp || isSilent) && (
        <div className="offline-banner" role="status">
          {messages.app.noService}
        </div>
      )}
      <main className="main" aria-busy="true">
        <h1 className={isSlow ? 'page-head' : 'visually-hidden'}>{messages.app.starting}</h1>
        <ListSkeleton />
      </main>
    </>
  );
}

function useLaterThan(time: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), time);
    return () => clearTimeout(timer);
  }, [time]);
  return isLater;
}
