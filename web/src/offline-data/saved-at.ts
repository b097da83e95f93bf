import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Live updates read only these again, so other parts of the page may have been read long before. */
const ticketReads: readonly unknown[] = ['GET /tickets', 'GET /ext/tickets', 'GET /tickets/{id}'];

/**
 * When the page was read from the service, in milliseconds: its tickets, or all of a page without tickets. The oldest response
 * counts.
 * @returns undefined when nothing of the page was read
 */
export function useSavedAt(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => savedAt(cache),
  );
}

function savedAt(cache: QueryCache): number | undefined {
  const shown = cache.findAll({ type: 'active' }).filter(({ state }) => state.data !== undefined);
  const tickets = shown.filter(({ queryKey }) => ticketReads.includes(queryKey[0]));
  const others = shown.filter(({ queryKey }) => isContent(queryKey));
  // A ticket that was not read itself is shown as the newest list has it.
  const times = (tickets.length > 0 ? tickets : others).map(({ state }) => state.dataUpdatedAt || newestList(cache));
  const oldest = times.length > 0 ? Math.min(...times) : 0;
  return oldest > 0 ? oldest : undefined;
}

/** What the server can do, for whom the user may act and the count of the bell are on every page, and no content of it. */
const isContent = ([name, , query]: readonly unknown[]): boolean =>
  name !== 'GET /ext/about' &&
  name !== 'GET /ext/me' &&
  !(name === 'GET /ext/notifications' && (query as { limit?: number }).limit === 1);

const newestList = (cache: QueryCache): number =>
  Math.max(0, ...cache.findAll({ queryKey: ['GET /tickets'] }).map(({ state }) => state.dataUpdatedAt));
