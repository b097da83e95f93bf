import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TicketAdditions } from '../../platform/capability/ticket-fields.ts';
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

/** Tickets with these numbers, and these words by a function of 027_ticket_search.sql. */
function matches(value: string, queryOf: (words: string) => RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { numbers, words } = parse(value);
  const ofNumbers = numbers.map((id) => (id <= maxId ? sql<SqlBool>`t.id = ${id}` : sql<SqlBool>`false`));
  const hasWords = words !== '' || numbers.length === 0;
  const ofWords = sql<SqlBool>`t.id in (select ticket_id from ticket_search where document @@ ${queryOf(words)})`;
  return sql<SqlBool>`(${sql.join(hasWords ? [...ofNumbers, ofWords] : ofNumbers, sql` and `)})`;
}

const hasWords = (value: string): RawBuilder<SqlBool> => matches(value, (words) => sql`ticket_query(${words})`);
const hasSimilarWords = (value: string): RawBuilder<SqlBool> => matches(value, (words) => sql`similar_ticket_query(${words})`);
/** In the number or what the ticket says, not only in reasons or comments. */
const hasWordsItself = (value: string): RawBuilder<SqlBool> => matches(value, (words) => sql`ticket_query(${words}, 'AB')`);

/** The filter `q` and the order `relevance`. */
export const searchAdditions: Partial<TicketAdditions> = {
  filters: [
    {
      name: 'q',
      schema: {
        ...Text(1, limits.search, ['lift #123']),
        description:
          'Beginnings of words, all of which the ticket has: in description, address, object, project, reasons and comments, without ' +
          'regard to case and accents. `#123` is the number of a ticket. When nothing is found, words may differ in one letter.',
      },
      condition: hasWords,
      looserCondition: hasSimilarWords,
      isSlow: true,
    },
  ],
  orders: [
    {
      name: 'relevance',
      parts: ({ q }) => (typeof q === 'string' ? [hasWordsItself(q), sql`not ${hasWordsItself(q)}`] : []),
    },
  ],
};
