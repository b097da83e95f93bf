import { type RawBuilder, sql } from 'kysely';
import { foldText, spellUmlauts } from '../lib/fold-text.ts';
import { forceCustomPlan } from './prepared-statements.ts';

/**
 * A condition for searches that ignore case, accents and how a letter is typed: whether a column `*_search` has a part (migration
 * 051). The server folds the pattern as it folds those columns, and the pattern has their collation, without which their indexes would
 * not be used. Statements with patterns are planned for their values, because the best index depends on the words.
 * @param part what the text holds
 */
export function hasPart(column: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  if (foldText(part) === '') return sql<boolean>`false`;
  const spellings = [part, spellUmlauts(part)].filter((spelling) => spelling !== undefined);
  const conditions = spellings.map(
    (spelling) => sql`${column} like search_pattern(${spelling}::text) collate "C" ${forceCustomPlan}`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Whether a trigram index can find this part of a text: shorter ones hold no trigram. */
export const hasTrigram = (part: string): boolean => /[\p{L}\p{N}]{3}/u.test(part);
