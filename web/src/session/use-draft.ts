import { useCallback, useState } from 'react';
import { hasSameShape, parseStored, safeSessionStorage } from '../lib/storage.ts';
import { useCurrentUser } from './session-store.ts';

// What is typed stays in the tab until it is sent: over a reload and over a new login.

/**
 * Like useState, for text that somebody took the trouble to type. Never for passwords.
 * @param isValid tells whether a stored draft can be used; without it the draft needs the shape of `initial`
 */
export function useDraft<Value>(
  name: string,
  initial: Value,
  isValid = (value: unknown): value is Value => hasSameShape(initial, value),
): [Value, (value: Value) => void, () => void] {
  const key = keyOf(useCurrentUser().id, name);
  const [value, setValue] = useState<Value>(() => parseStored(safeSessionStorage.getItem(key), isValid) ?? initial);
  const change = useCallback(
    (next: Value) => {
      setValue(next);
      safeSessionStorage.setItem(key, JSON.stringify(next));
    },
    [key],
  );
  const clear = useCallback(() => safeSessionStorage.removeItem(key), [key]);
  return [value, change, clear];
}

/**
 * A draft of a change. What was typed before somebody else changed the same thing is dropped: once saved, it would
 * undo their change without a word.
 * @param current what is saved now; read once
 */
export function useEditDraft<Value>(name: string, current: Value): [Value, (value: Value) => void, () => void] {
  const [before] = useState(current);
  const [stored, store, clear] = useDraft(name, { before, draft: before });
  const change = useCallback((draft: Value) => store({ before, draft }), [store, before]);
  return [isSame(stored.before, before) ? stored.draft : before, change, clear];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const keyOf = (userId: string, name: string): string => `draft:${userId}:${name}`;

/** For whoever hears that it was sent when the form is gone. */
export const removeDraft = (userId: string, name: string): void => safeSessionStorage.removeItem(keyOf(userId, name));
