/** Whether PostgreSQL can store a text unchanged: without NUL and lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Whether somebody sees anything of a text. U+2800 is a pattern of Braille without dots. */
export const hasVisibleCharacter = (text: string): boolean =>
  /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\u2800]/u.test(text);

/** Each word of a search is compared with every row that the index does not exclude. */
const maxSearchWords = 8;

/**
 * The distinct words of a search, without regard to case. A word that is part of another one is left out, because
 * every match of the longer word contains it.
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

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for the content and the double-quoted attributes of HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character);
