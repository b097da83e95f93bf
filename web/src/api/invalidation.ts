import type { Query, QueryClient } from '@tanstack/react-query';
import type { QueryName } from './client.ts';
import { reportsChanged, type TicketChange } from './ticket-change-events.ts';

type Predicate = (query: Query) => boolean;

/**
 * Invalidates queries without cancelling their requests: on a slow connection frequent changes would otherwise keep a list
 * from ever being read. The response of such a request may be older than the change, so another request follows it.
 * @param followsFirstReads whether a request also follows the first request of a query: when the live updates start together
 * with a page, all its requests would be sent twice
 * @returns when all shown queries were read
 */
export async function invalidateAfterReads(client: QueryClient, predicate: Predicate, followsFirstReads = true): Promise<void> {
  const fetching = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  const followed = fetching.filter(({ state }) => followsFirstReads || state.data !== undefined);
  const invalidate = (isMeant: Predicate): Promise<void> =>
    client.invalidateQueries({ predicate: isMeant }, { cancelRefetch: false });
  await Promise.all([
    invalidate((query) => predicate(query) && !followed.includes(query)),
    ...followed.map(async (query) => {
      await query.promise?.catch(() => {});
      await invalidate((other) => other === query);
    }),
  ]);
}

/** Invalidates all queries of some operations: the shown ones are read again now, the others when they are shown. */
export function invalidate(client: QueryClient, ...names: QueryName[]): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0] as QueryName) });
}

/**
 * Invalidates the queries that depend on some tickets.
 * @returns when all shown queries were read
 */
export const invalidateTickets = (client: QueryClient, ids: number[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => dependsOnTickets(queryKey, ids) });

/**
 * Invalidates the queries that depend on changes by others, without cancelling their requests.
 * @returns when all shown queries were read
 */
export function invalidateChanged(client: QueryClient, change: TicketChange): Promise<void> {
  if (change !== 'any') return invalidateAfterReads(client, ({ queryKey }) => dependsOnTickets(queryKey, change));
  return invalidateAfterReads(client, ({ queryKey: [name] }) => dependsOnAnyChange(String(name)), false);
}

/** Reads of many tickets that change with each of them: lists, counts per worker, and whether a rule waits for a ticket. */
const readsOfTickets: readonly string[] = [
  'GET /tickets',
  'GET /ext/tickets',
  'GET /ext/workload',
  'GET /ext/planner',
  'GET /ext/projects/{id}/workload',
  'GET /ext/objects/{id}',
  'GET /ext/users/{id}/open-work',
  'GET /ext/recurring/{id}/next-run',
] satisfies QueryName[];

/** Whether an operation reads one ticket, or something of it. Its contacts change when it is assigned. */
const isReadOfTicket = (name: string): boolean =>
  name.startsWith('GET /tickets/{id}') || name.startsWith('GET /ext/tickets/{id}');

const readOfNotifications = 'GET /ext/notifications' satisfies QueryName;
const readOfReports = 'GET /ext/reports' satisfies QueryName;

/** Notifications change with and after tickets; without ids nothing else has changed. */
const dependsOnTickets = ([key, params]: readonly unknown[], ids: number[]): boolean => {
  const name = String(key);
  if (name === readOfNotifications) return true;
  if (name === readOfReports) return ids.includes(reportsChanged);
  if (ids.length === 0) return false;
  return readsOfTickets.includes(name) || (isReadOfTicket(name) && ids.includes(Number((params as { id: number }).id)));
};

/** Invitations too: the live updates do not tell of them. */
const dependsOnAnyChange = (name: string): boolean =>
  readsOfTickets.includes(name) ||
  isReadOfTicket(name) ||
  name === 'GET /invitations' ||
  name === readOfNotifications ||
  name === readOfReports;
