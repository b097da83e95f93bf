import { ApiUser } from '../../testing/api-fixtures.ts';
import { personId, type Role, type Size, sizeOf } from '../../testing/benchmark-data.ts';
import type { Operation } from '../../testing/service-statements.ts';
import type { Job } from './load-generator.ts';

// The users whose requests are sent: up to 50 of each role, spread evenly over all users of the role.

const maxUsers = 50;

const roleSize = (size: Size, role: Role): number => (role === 'admin' ? 1 : role === 'client' ? size.clients : size.workers);

export const userCount = (size: Size, role: Role): number => Math.min(maxUsers, roleSize(size, role));
/** Distance between the indexes of two of these users. */
export const idStep = (size: Size, role: Role): number => Math.floor(roleSize(size, role) / userCount(size, role));

export function seededUsers(size: Size, role: Role, n = maxUsers): ApiUser[] {
  const count = Math.min(n, userCount(size, role));
  return Array.from(
    { length: count },
    (_, i) => new ApiUser(personId(role, i * idStep(size, role)), role, `${role}${i}@example.com`),
  );
}

/** @returns the requests of a reading operation, by one user per connection */
export function requestsFor(operation: Exclude<Operation, 'take'>, tickets: number, connections: number): Job['requests'] {
  const size = sizeOf(tickets);
  if (operation !== 'ticket') {
    return seededUsers(size, operation, connections).map(({ token }) => ({ method: 'GET', path: '/tickets', token }));
  }
  const perClient = Math.floor(tickets / size.clients);
  return seededUsers(size, 'client', connections).flatMap(({ token }, i) =>
    Array.from({ length: 40 }, (_, j) => {
      const which = 1 + Math.floor((j * (perClient - 1)) / 40);
      return { method: 'GET', path: `/tickets/${which * size.clients + i * idStep(size, 'client')}`, token };
    }),
  );
}
