import { useShownItems } from '../../offline-queue/shown-items.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const UnsentList = lazyPart(async () => (await import('./unsent-list.tsx')).UnsentList);

/** Tells on all pages what waits to be sent; loaded when there is something. */
export function UnsentChanges() {
  return useShownItems().length > 0 ? <UnsentList /> : null;
}
