import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../lib/text.ts';
import { forceCustomPlan } from './prepared-statements.ts';

/**
 * A LIKE pattern for searches that ignore case. It is compared with the columns `*_folded`, which hold text in lower
 * case (migrations 001 and 002; their indexes are in 011). The server folds the pattern as it folds those columns, and
 * the pattern has their collation, without which their indexes would not be used.
 * Statements with patterns are planned for their values, because the best index depends on the words.
 * @param part what the text holds, in any case
 */
export const foldedLikePattern = (part: string): RawBuilder<string> =>
  sql<string>`lower(${containsPattern(part)}::text collate "und-x-icu") collate "C" ${forceCustomPlan}`;

/** Whether a trigram index can find this part of a text: shorter ones hold no trigram. */
export const hasTrigram = (part: string): boolean => /[\p{L}\p{N}]{3}/u.test(part);
