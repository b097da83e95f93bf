import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';

const mostLines = 12;
const mostLetters = 600;

/** The words of whoever reported it; many are folded, so that what comes below is found. */
export function Description({ text }: { text: string }) {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(false);
  const start = startOf(text);
  return (
    <div>
      <p className="description">{isOpen || start === text ? text : `${start} …`}</p>
      {start !== text && (
        <button type="button" className="text-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? messages.ticket.showLess : messages.ticket.showAll}
        </button>
      )}
    </div>
  );
}

/** Ends with a whole word, where there is one. */
function startOf(text: string): string {
  const lines = text.split('\n').slice(0, mostLines).join('\n');
  return lines.length > mostLetters ? lines.slice(0, mostLetters).replace(/\s+\S*$/, '') : lines;
}
