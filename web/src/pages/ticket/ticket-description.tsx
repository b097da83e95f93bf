import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';

const maxLines = 12;
const maxCharacters = 600;

/** The description of a ticket. A long one is truncated until it is expanded. */
export function TicketDescription({ text }: { text: string }) {
  const messages = useMessages();
  const [isExpanded, setExpanded] = useState(false);
  const truncated = truncate(text);
  return (
    <div>
      <p className="description">{isExpanded || truncated === text ? text : `${truncated} …`}</p>
      {truncated !== text && (
        <button type="button" className="text-button" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? messages.ticket.showLess : messages.ticket.showAll}
        </button>
      )}
    </div>
  );
}

/** Cuts after a whole word, where there is one. */
function truncate(text: string): string {
  const lines = text.split('\n').slice(0, maxLines).join('\n');
  return lines.length > maxCharacters ? lines.slice(0, maxCharacters).replace(/\s+\S*$/, '') : lines;
}
