import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { limits, maxId, Text } from '../../../platform/http/schemas.ts';
import type { ListCaller, TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import { readsInternalComments } from '../../visibility.ts';

/** A number of a ticket, such as #123. */
const numberPattern = /^#(\d{1,18})$/;

/** What somebody searches for: numbers of tickets, and words. */
interface Search {
  numbers: number[];
  words: string;
}

function parse(value: string): Search {
  const parts = value.split(/\s+/);
  const numbers = parts.flatMap((part) => numberPattern.exec(part)?.[1] ?? []).map(Number);
  return { numbers, words: parts.filter((part) => !numberPattern.test(part)).join(' ') };
}

/** Whose words of documents are compared: a client's own, or those of all. */
const clientOf = ({ id, role }: ListCaller): string | null => (role === 'client' ? id : null);

const withNumbers = (numbers: number[]): RawBuilder<SqlBool>[] =>
  numbers.map((number) => (number <= maxId ? sql<SqlBool>`t.id = ${number}` : sql<SqlBool>`false`));

/** @param query a tsquery for documents of tickets */
const withWords = (query: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`t.id in (select ticket_id from ticket_search where document @@ ${query})`;

const queryOf = (words: string, caller: ListCaller, weights: 'AB' | ''): RawBuilder<unknown> =>
  sql`ticket_query(${words}, ${clientOf(caller)}, ${sql.lit(weights)})`;

/** Tickets with words that the caller reads: those of internal comments are found by whoever reads the internal comments of the ticket. */
function withReadWords(words: string, caller: ListCaller): RawBuilder<SqlBool> {
  const query = queryOf(words, caller, '');
  if (caller.role === 'client') return withWords(query);
  const found = withWords(sql`ticket_query_with_internal(${words})`);
  if (caller.role === 'admin') return found;
  // The index finds the tickets with all words, and a look at the few that the worker does not read leaves out the others.
  return sql<SqlBool>`(${found} and (${readsInternalComments(caller)} or exists (
    select from ticket_search where ticket_id = t.id and document @@ ${query})))`;
}

const allOf = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/**
 * Tickets with these numbers, and these words.
 * @param weights parts of the ticket, as setweight() knows them; none: all, which the index finds without a look at the documents
 */
function hasWords(value: string, caller: ListCaller, weights: 'AB' | '' = ''): RawBuilder<SqlBool> {
  const { numbers, words } = parse(value);
  const isSearched = words !== '' || numbers.length === 0;
  const found = weights === '' ? withReadWords(words, caller) : withWords(queryOf(words, caller, weights));
  return allOf([...withNumbers(numbers), ...(isSearched ? [found] : [])]);
}

/** The same with words that differ in one letter. @returns undefined: it would find nothing more */
async function hasSimilarWords(db: Db, value: string, caller: ListCaller): Promise<RawBuilder<SqlBool> | undefined> {
  const { numbers, words } = parse(value);
  if (words === '') return undefined;
  const client = clientOf(caller);
  const keepsKnownWords = caller.role !== 'worker'; // who searches tickets of several clients, and sees few of them
  const similar = sql`similar_ticket_query(${words}, ${client}, ${sql.lit(keepsKnownWords)})`;
  const { rows } = await sql<{ query: string | null }>`
    select nullif(${similar}, ticket_query(${words}, ${client}, ''))::text as query`.execute(db);
  const query = rows[0]?.query;
  return query ? allOf([...withNumbers(numbers), withWords(sql`${query}::tsquery`)]) : undefined;
}

/** The filter `q` and the order `relevance`. */
export const searchAdditions: Partial<TicketAdditions> = {
  filters: [
    {
      name: 'q',
      schema: {
        ...Text(1, limits.search, ['lift #123']),
        description:
          'Beginnings of words, all of which the ticket has: in description, address, object, project, reasons and comments that you read, without ' +
          'regard to case and accents. `#123` is the number of a ticket. When nothing is found, words may differ in one letter, but for those of internal comments: those of a worker all, of others what is in no ticket.',
      },
      condition: (value, { caller }) => hasWords(value, caller),
      loosen: hasSimilarWords,
      isSlow: true,
    },
  ],
  orders: [
    {
      name: 'relevance',
      // In the number or what the ticket says first, then only in reasons or comments.
      parts: ({ q }, caller) => {
        if (typeof q !== 'string') return [];
        const inTicket = hasWords(q, caller, 'AB');
        return [inTicket, sql`not ${inTicket}`];
      },
    },
  ],
};
