import { useCallback, useState } from 'react';
import { hasSameShape, parseStored, safeSessionStorage } from '../lib/storage.ts';
import { accountKey } from './acting.ts';
import { useCurrentUser } from './session-store.ts';

// Texts that were typed and not sent are stored per tab and user: they survive a reload and a new login.

/**
 * Like `useState`, for typed text. Passwords must not be stored.
 * @param isValid whether a stored draft can be used; by default it needs the shape of `initial`
 * @returns the draft, how to change it, and how to remove it from the storage
 */
export function useDraft<Value>(
  name: string,
  initial: Value,
  isValid = (value: unknown): value is Value => hasSameShape(initial, value),
): [Value, (value: Value) => void, () => void] {
  const key = draftKey(useCurrentUser().id, name);
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
 * A draft of a change to something that is saved. It is dropped when somebody else has changed the same thing since:
 * saving it would silently undo their change.
 * @param saved what is saved now; read once
 */
export function useEditDraft<Value>(name: string, saved: Value): [Value, (value: Value) => void, () => void] {
  const [before] = useState(saved);
  const [stored, store, clear] = useDraft(name, { before, draft: before });
  const change = useCallback((draft: Value) => store({ before, draft }), [store, before]);
  return [isEqual(stored.before, before) ? stored.draft : before, change, clear];
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const draftKey = (userId: string, name: string): string => `draft:${accountKey(userId)}:${name}`;

/** Removes a stored draft whose form may be gone already when its text has been sent. */
export const removeDraft = (userId: string, name: string): void => safeSessionStorage.removeItem(draftKey(userId, name));
