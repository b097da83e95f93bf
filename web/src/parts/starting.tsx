import { useEffect, useState, useSyncExternalStore } from 'react';
import { isLinkUp, onLink } from '../api/link.ts';
import { useWords } from '../words/index.ts';
import { Rows } from './rows.tsx';

/** While it is found out who is here. */
export function Starting() {
  const words = useWords();
  const isUp = useSyncExternalStore(onLink, isLinkUp);
  const isSlow = useLaterThan(500);
  const isSilent = useLaterThan(3_000);
  return (
    <>
      {(!isUp || isSilent) && (
        <div className="strip" role="status">
          {words.app.noService}
        </div>
      )}
      <main className="main" aria-busy="true">
        <h1 className={isSlow ? 'page-head' : 'hidden'}>{words.app.starting}</h1>
        <Rows />
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
