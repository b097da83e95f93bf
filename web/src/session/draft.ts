import { useCallback, useState } from 'react';
import { useMe } from './store.ts';

// What is typed stays in the tab until it is sent: over a reload and over a new login.

/** Like useState, for text that somebody took the trouble to type. Never for passwords. */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const key = `draft:${useMe().id}:${name}`;
  const [value, setValue] = useState<Value>(() => read(key) ?? initial);
  const change = useCallback(
    (next: Value) => {
      setValue(next);
      sessionStorage.setItem(key, JSON.stringify(next));
    },
    [key],
  );
  const clear = useCallback(() => sessionStorage.removeItem(key), [key]);
  return [value, change, clear];
}

function read<Value>(key: string): Value | undefined {
  const kept = sessionStorage.getItem(key);
  return kept === null ? undefined : (JSON.parse(kept) as Value);
}
