/**
 * Whether PostgreSQL can keep this text and a later reader gets the same one back:
 * no NUL and no lone surrogate.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Each word of a search costs a comparison with every row that an index does not exclude. */
const maxSearchWords = 8;

/**
 * The words of a search, each once whatever its case. A word that is part of another one is left out, because
 * whatever holds the longer one holds it, too.
 * @returns at most 8 words, the longest first
 */
export function searchWords(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  words.sort((a, b) => b.length - a.length);
  const found = new Map<string, string>();
  for (const word of words) {
    if (found.size === maxSearchWords) break;
    const folded = word.toLowerCase();
    if (![...found.keys()].some((longer) => longer.includes(folded))) found.set(folded, word);
  }
  return [...found.values()];
}

/** A LIKE pattern for text that holds this part. */
export const containsPattern = (part: string): string => `%${escapeLike(part)}%`;

/** Makes `%`, `_` and `\` literal inside a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
