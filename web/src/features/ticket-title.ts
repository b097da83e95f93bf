const maxCharacters = 90;

const firstLine = (description: string): string => description.split('\n', 1)[0]?.trim() ?? '';

/** What a ticket is called in lists and headings: the first line of its description, cut at a word. */
export function ticketTitle({ description }: { description: string }): string {
  const line = firstLine(description);
  if (line.length <= maxCharacters) return line;
  const cut = line.slice(0, maxCharacters);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > maxCharacters / 2 ? end : maxCharacters).trimEnd()}…`;
}

/** What a title leaves out of the description: the other lines, or all of it when the first line was cut. */
export function descriptionBelowTitle({ description }: { description: string }): string {
  const isWhole = firstLine(description).length <= maxCharacters;
  return isWhole ? description.split('\n').slice(1).join('\n').trim() : description;
}
