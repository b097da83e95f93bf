/** The text with a snippet below it; cut where the field has no more room. */
export function insertSnippet(text: string, snippet: string, maxLength: number): string {
  const before = text.trimEnd();
  return (before === '' ? snippet : `${before}\n${snippet}`).slice(0, maxLength);
}
