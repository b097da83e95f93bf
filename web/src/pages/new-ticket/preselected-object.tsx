import { useEffect } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { type PickedObject, toPickedObject } from '../../components/recent-objects.ts';

/** Chooses what the link names, once it is known to take requests. */
export function PreselectedObject({ id, onFound }: { id: number; onFound: (object: PickedObject) => void }) {
  const found = useApiQuery('GET /ext/objects', { query: { id, ready: '1' } });
  const object = found.data?.items[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the object is known
  useEffect(() => {
    if (object) onFound(toPickedObject(object));
  }, [object?.id]);
  return null;
}
