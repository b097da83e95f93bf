// The storage of the browser can be refused (blocked cookies) or full: every access may throw. What cannot be
// stored is kept in memory, so that the console works until the page is reloaded.

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A storage area that never throws.
 * @param open returns the area of the browser; reading the property alone may throw
 */
export function safeStorage(open: () => Area): Area {
  const memory = new Map<string, string>();
  return {
    getItem(key) {
      const inMemory = memory.get(key);
      if (inMemory !== undefined) return inMemory;
      return orElse(() => open().getItem(key), null);
    },
    setItem(key, value) {
      const isStored = orElse(() => {
        open().setItem(key, value);
        return true;
      }, false);
      if (isStored) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      orElse(() => open().removeItem(key), undefined);
    },
  };
}

function orElse<Result>(work: () => Result, fallback: Result): Result {
  try {
    return work();
  } catch {
    return fallback;
  }
}

export const safeLocalStorage: Area = safeStorage(() => localStorage);
export const safeSessionStorage: Area = safeStorage(() => sessionStorage);

/**
 * A stored JSON value.
 * @param isValid tells whether this version of the console can use it: it may be damaged, or of an older version
 * @returns undefined when there is none, or no valid one
 */
export function parseStored<Value>(text: string | null, isValid: (value: unknown) => value is Value): Value | undefined {
  if (text === null) return undefined;
  const value = orElse<unknown>(() => JSON.parse(text), undefined);
  return isValid(value) ? value : undefined;
}

/** Whether a value has everything that the sample has, of the same types; it may have more. */
export function hasSameShape<Sample>(sample: Sample, value: unknown): value is Sample {
  if (typeof sample !== 'object' || sample === null) return typeof value === typeof sample;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(sample)) return false;
  return Object.entries(sample).every(([name, part]) => hasSameShape(part, (value as Record<string, unknown>)[name]));
}
