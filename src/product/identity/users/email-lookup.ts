import { type RawBuilder, sql } from 'kysely';
import { emailKey, formerEmailKey } from '../../../platform/lib/email.ts';

/** The keys that the account of an address may have. */
const keysOf = (email: string): RawBuilder<string> => sql`any(${[formerEmailKey(email), emailKey(email)]}::text[])`;

/**
 * The account of an address, as a condition for a row of users. Of two accounts whose addresses differed in earlier releases, each is
 * found by the address as it was typed.
 * @param id the column
 */
export const isAccountOf = (id: string, email: string) =>
  sql<boolean>`${sql.ref(id)} = (
    select id from users where email_key = ${keysOf(email)} order by email_key = ${formerEmailKey(email)} desc limit 1
  )`;
