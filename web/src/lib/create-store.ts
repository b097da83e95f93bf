import { useSyncExternalStore } from 'react';

/** A value that lives outside of React. */
export interface Store<Value> {
  get: () => Value;
  /** Replaces the value and calls all listeners. */
  set: (next: Value) => void;
  /** @returns a function that removes the listener */
  subscribe: (listener: () => void) => () => void;
}

/** Creates a store that components read with `useStore` and other modules with `get`. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The value of a store, or a part of it; the component is rendered again when that changes.
 * @param select must return the same object as long as nothing has changed, or React renders without end
 */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value>(store: Store<Value>, select: (value: Value) => unknown = (value) => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
