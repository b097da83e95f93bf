import { escapeHtml } from '../../platform/lib/text.ts';
import type { MessageText } from './compose.ts';
import type { NotificationTexts } from './texts/en.ts';

/** The Bot API accepts 4,096 characters without the tags; it does not say which units, so the larger number is counted. */
const maxLength = 4_096;
/** Of a reason: it may have 2,000. The console has all of it. */
const maxLineLength = 1_000;
const maxItems = 20;

/**
 * A message for a chat in the HTML of the Bot API. Of a digest that is too long the newest are shown. Only a message about one ticket
 * ends with the link of a ticket: a photo that replies to it is for this one.
 * @param list the page of the console that has everything
 */
export function renderChatMessage(texts: NotificationTexts, messageTexts: MessageText[], list: string): string {
  const parts = messageTexts.map(linesOf);
  const isDigest = messageTexts.length > 1;
  const rest = (count: number): string[] => [...(count > 0 ? [texts.more(count)] : []), ...(isDigest ? [list] : [])];
  const room = maxLength - lengthOf(rest(parts.length));
  let first = parts.length;
  let length = 0;
  while (first > 0 && parts.length - first < maxItems) {
    length += lengthOf(parts[first - 1] ?? []);
    if (length > room && first < parts.length) break;
    first--;
  }
  const shown = parts
    .slice(first)
    .map(([headline = '', ...lines]) => [`<b>${escapeHtml(headline)}</b>`, ...lines.map(escapeHtml)]);
  return [...shown, rest(first).map(escapeHtml)]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const linesOf = ({ headline, lines, link }: MessageText): string[] => [headline, ...lines.map(shorten), link];

function shorten(line: string): string {
  const characters = [...line];
  return characters.length > maxLineLength ? `${characters.slice(0, maxLineLength - 1).join('')}…` : line;
}

/** With the line breaks after it. */
const lengthOf = (lines: string[]): number => lines.join('\n').length + 2;
