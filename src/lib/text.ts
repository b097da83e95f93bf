/**
 * Whether PostgreSQL can keep this text and a later reader gets the same one back:
 * no NUL and no lone surrogate.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Makes `%`, `_` and `\` literal inside a LIKE pattern. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
