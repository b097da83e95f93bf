import { useEffect } from 'react';
import { useShownItems } from '../../offline-queue/shown-items.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const UnsentList = lazyPart(async () => (await import('./unsent-list.tsx')).UnsentList);

/** Tells on all pages what waits to be sent; loaded after the first page, because there may be no connection when it is needed. */
export function UnsentChanges() {
  useEffect(() => void UnsentList.preload(), []);
  return useShownItems().length > 0 ? <UnsentList /> : null;
}
