import { ApiUser, signInAdmin } from '../../testing/api-fixtures.ts';
import { personId } from '../../testing/benchmark-data.ts';

/** The admin of a service whose database was filled with so many tickets, which come with an admin, or that made its own. */
export async function findAdmin(url: string, tickets: number): Promise<ApiUser> {
  return tickets > 0 ? new ApiUser(personId('admin', 0), 'admin', 'admin0@example.com') : signInAdmin(url);
}
