import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';

const maxLines = 12;
const maxCharacters = 600;

/** The description of a ticket, or an earlier one. A long one is truncated until it is expanded. */
export function TicketDescription({ text, size = 'lg' }: { text: string; size?: 'sm' | 'lg' }) {
  const messages = useMessages();
  const [isExpanded, setExpanded] = useState(false);
  const truncated = truncate(text);
  return (
    <div>
      <Text className="description" size={size} maw="68ch">
        {isExpanded || truncated === text ? text : `${truncated} …`}
      </Text>
      {truncated !== text && (
        <Button variant="subtle" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? messages.ticket.showLess : messages.ticket.showAll}
        </Button>
      )}
    </div>
  );
}

/** Cuts after a whole word, where there is one. */
function truncate(text: string): string {
  const lines = text.split('\n').slice(0, maxLines).join('\n');
  return lines.length > maxCharacters ? lines.slice(0, maxCharacters).replace(/\s+\S*$/, '') : lines;
}
