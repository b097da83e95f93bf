import { ApiUser, signInAdmin } from '../../testing/api-fixtures.ts';
import { personId } from '../../testing/benchmark-data.ts';

/** @param tickets that the database was filled with, together with an admin; 0: the service has created the admin itself */
export async function findAdmin(url: string, tickets: number): Promise<ApiUser> {
  return tickets > 0 ? new ApiUser(personId('admin', 0), 'admin', 'admin0@example.com') : signInAdmin(url);
}
