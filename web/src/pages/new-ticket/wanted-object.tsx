import { useEffect } from 'react';
import { useRead } from '../../api/queries.ts';
import { type PickedObject, pick } from './recent-objects.ts';

/** Chooses what the link names, once it is known to take requests. */
export function WantedObject({ id, onFound }: { id: number; onFound: (object: PickedObject) => void }) {
  const found = useRead('GET /ext/objects', { query: { id, ready: '1' } });
  const object = found.data?.items[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the object is known
  useEffect(() => {
    if (object) onFound(pick(object));
  }, [object?.id]);
  return null;
}
