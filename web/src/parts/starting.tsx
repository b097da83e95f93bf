import { useEffect, useState } from 'react';
import { useWords } from '../words/index.ts';
import { Rows } from './rows.tsx';

/** While it is found out who is here. */
export function Starting() {
  const words = useWords();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 3_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {isSlow && (
        <div className="strip" role="status">
          {words.app.noService}
        </div>
      )}
      <main className="main" aria-busy="true">
        <h1 className="hidden">{words.app.starting}</h1>
        <Rows />
      </main>
    </>
  );
}
