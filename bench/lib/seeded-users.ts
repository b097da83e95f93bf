import { ApiUser } from '../../testing/api-fixtures.ts';
import { personId, type Role, type Size, sizeOf } from '../../testing/benchmark-data.ts';
import type { Operation } from '../../testing/service-statements.ts';
import type { Job } from './load-generator.ts';

// Who asks: up to fifty people of each role, spread over all of it.

const most = 50;

const all = (size: Size, role: Role): number => (role === 'admin' ? 1 : role === 'client' ? size.clients : size.workers);

export const peopleOf = (size: Size, role: Role): number => Math.min(most, all(size, role));
/** From one of them to the next. */
export const step = (size: Size, role: Role): number => Math.floor(all(size, role) / peopleOf(size, role));

export function people(size: Size, role: Role, n = most): ApiUser[] {
  const count = Math.min(n, peopleOf(size, role));
  return Array.from(
    { length: count },
    (_, i) => new ApiUser(personId(role, i * step(size, role)), role, `${role}${i}@example.com`),
  );
}

/** The requests of a reading operation, by as many people as there are connections. */
export function requestsFor(operation: Exclude<Operation, 'take'>, tickets: number, connections: number): Job['requests'] {
  const size = sizeOf(tickets);
  if (operation !== 'ticket') {
    return people(size, operation, connections).map(({ token }) => ({ method: 'GET', path: '/tickets', token }));
  }
  const perClient = Math.floor(tickets / size.clients);
  return people(size, 'client', connections).flatMap(({ token }, i) =>
    Array.from({ length: 40 }, (_, j) => {
      const which = 1 + Math.floor((j * (perClient - 1)) / 40);
      return { method: 'GET', path: `/tickets/${which * size.clients + i * step(size, 'client')}`, token };
    }),
  );
}
