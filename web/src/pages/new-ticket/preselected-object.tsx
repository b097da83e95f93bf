import { useEffect } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { type SelectedObject, toSelectedObject } from '../../components/recent-objects.ts';

/** Selects the object in the URL when the service accepts tickets for it. */
export function PreselectedObject({ id, onFound }: { id: number; onFound: (object: SelectedObject) => void }) {
  const found = useApiQuery('GET /ext/objects', { query: { id, ready: '1' } });
  const object = found.data?.items[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the object was read
  useEffect(() => {
    if (object) onFound(toSelectedObject(object));
  }, [object?.id]);
  return null;
}
