const maxCharacters = 90;

/** What a ticket is called in lists and headings: the first line of its description, cut at a word. */
export function ticketTitle({ description }: { description: string }): string {
  const line = description.split('\n', 1)[0]?.trim() ?? '';
  if (line.length <= maxCharacters) return line;
  const cut = line.slice(0, maxCharacters);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > maxCharacters / 2 ? end : maxCharacters).trimEnd()}…`;
}
