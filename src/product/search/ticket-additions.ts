import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListCaller, TicketAdditions, TicketFilter } from '../../platform/capability/ticket-fields.ts';
import { limits, maxId, Text } from '../../platform/http/schemas.ts';

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

/**
 * Tickets with these numbers, and these words.
 * @param queryOf calls a function of 037_ticket_search_of_clients.sql
 */
function matches(
  value: string,
  { id, role }: ListCaller,
  queryOf: (words: string, client: string | null) => RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const { numbers, words } = parse(value);
  const ofNumbers = numbers.map((number) => (number <= maxId ? sql<SqlBool>`t.id = ${number}` : sql<SqlBool>`false`));
  const hasWords = words !== '' || numbers.length === 0;
  const query = queryOf(words, role === 'client' ? id : null);
  const ofWords = sql<SqlBool>`t.id in (select ticket_id from ticket_search where document @@ ${query})`;
  return sql<SqlBool>`(${sql.join(hasWords ? [...ofNumbers, ofWords] : ofNumbers, sql` and `)})`;
}

const hasWords: TicketFilter['condition'] = (value, { caller }) =>
  matches(value, caller, (words, client) => sql`ticket_query(${words}, ${client})`);
/** Calculated once, and not for each document. */
const hasSimilarWords: TicketFilter['condition'] = (value, { caller }) =>
  matches(value, caller, (words, client) => sql`(select similar_ticket_query(${words}, ${client}))`);
/** In the number or what the ticket says, not only in reasons or comments. */
const hasWordsItself = (value: string, caller: ListCaller): RawBuilder<SqlBool> =>
  matches(value, caller, (words, client) => sql`ticket_query(${words}, ${client}, 'AB')`);

/** The filter `q` and the order `relevance`. */
export const searchAdditions: Partial<TicketAdditions> = {
  filters: [
    {
      name: 'q',
      schema: {
        ...Text(1, limits.search, ['lift #123']),
        description:
          'Beginnings of words, all of which the ticket has: in description, address, object, project, reasons and comments, without ' +
          'regard to case and accents. `#123` is the number of a ticket. When nothing is found, words that are in no ticket may differ in one letter.',
      },
      condition: hasWords,
      looserCondition: hasSimilarWords,
      isSlow: true,
    },
  ],
  orders: [
    {
      name: 'relevance',
      parts: ({ q }, caller) => (typeof q === 'string' ? [hasWordsItself(q, caller), sql`not ${hasWordsItself(q, caller)}`] : []),
    },
  ],
};
