/**
 * Whether PostgreSQL can keep this text and a later reader gets the same one back:
 * no NUL and no lone surrogate.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A LIKE pattern for each word of what somebody searches; all of them must fit. */
export const searchPatterns = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${likeLiteral(word)}%`);

/** Makes `%`, `_` and `\` literal inside a LIKE pattern. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
