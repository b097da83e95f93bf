// Every access to the storage of a browser may throw: it can be blocked together with cookies, or full. A value that
// cannot be stored is kept in memory, so that the console works until the page is reloaded.

type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A storage area that never throws.
 * @param open returns the area of the browser; reading the property alone may throw
 */
export function safeStorage(open: () => StorageArea): StorageArea {
  const memory = new Map<string, string>();
  return {
    getItem(key) {
      const inMemory = memory.get(key);
      if (inMemory !== undefined) return inMemory;
      return tryOr(() => open().getItem(key), null);
    },
    setItem(key, value) {
      const isStored = tryOr(() => {
        open().setItem(key, value);
        return true;
      }, false);
      if (isStored) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      tryOr(() => open().removeItem(key), undefined);
    },
  };
}

function tryOr<Result>(work: () => Result, fallback: Result): Result {
  try {
    return work();
  } catch {
    return fallback;
  }
}

/** `localStorage`, or memory where the browser refuses it. */
export const safeLocalStorage: StorageArea = safeStorage(() => localStorage);
/** `sessionStorage`, or memory where the browser refuses it. */
export const safeSessionStorage: StorageArea = safeStorage(() => sessionStorage);

/**
 * Parses a stored JSON value.
 * @param text null when nothing is stored
 * @param isValid whether this version of the console can use the value: it may be damaged, or of an older version
 * @returns undefined without a valid value
 */
export function parseStored<Value>(text: string | null, isValid: (value: unknown) => value is Value): Value | undefined {
  if (text === null) return undefined;
  const value = tryOr<unknown>(() => JSON.parse(text), undefined);
  return isValid(value) ? value : undefined;
}

/** Whether a value has all properties of the sample, with the same types; it may have more. */
export function hasSameShape<Sample>(sample: Sample, value: unknown): value is Sample {
  if (typeof sample !== 'object' || sample === null) return typeof value === typeof sample;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(sample)) return false;
  return Object.entries(sample).every(([name, property]) => hasSameShape(property, (value as Record<string, unknown>)[name]));
}
