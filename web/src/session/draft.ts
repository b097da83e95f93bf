import { useCallback, useState } from 'react';
import { useMe } from './store.ts';

// What is typed stays in the tab until it is sent: over a reload and over a new login.

/** Like useState, for text that somebody took the trouble to type. Never for passwords. */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const key = keyOf(useMe().id, name);
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

const keyOf = (userId: string, name: string): string => `draft:${userId}:${name}`;

/** For whoever hears that it was sent when the form is gone. */
export const forgetDraft = (userId: string, name: string): void => sessionStorage.removeItem(keyOf(userId, name));

function read<Value>(key: string): Value | undefined {
  const kept = sessionStorage.getItem(key);
  return kept === null ? undefined : (JSON.parse(kept) as Value);
}
