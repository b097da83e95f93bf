import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createStore } from '../../web/src/lib/create-store.ts';

it('createStore calls the listeners after each change until they are removed', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(3);
  unsubscribe();
  store.set(4);
  assert.deepEqual(seen, [2, 3]);
  assert.equal(store.get(), 4);
});
