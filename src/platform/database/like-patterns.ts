import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../lib/text.ts';
import { forceCustomPlan } from './prepared-statements.ts';

/**
 * A LIKE pattern for the folded columns of migration 014: folded by the server, which folded those as well, and
 * compared by their collation, without which their indexes would not be used.
 * Which index finds a pattern, and the text of a statement with several, depend on the words.
 * @param part what the text holds, in any case
 */
export const foldedLikePattern = (part: string): RawBuilder<string> =>
  sql<string>`lower(${containsPattern(part)}::text collate "und-x-icu") collate "C" ${forceCustomPlan}`;

/** Whether a trigram index can find this part of a text: shorter ones hold no trigram. */
export const hasTrigram = (part: string): boolean => /[\p{L}\p{N}]{3}/u.test(part);
