import { Badge, Box, Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';

interface Props {
  /** how many filters are set */
  count: number;
  /** shown below the filters */
  hint: string | undefined;
  onClear: () => void;
  children: ReactNode;
}

/** The filters of a list, with a button that clears them. On a phone they are collapsed. */
export function FilterBox({ count, hint, onClear, children }: Props) {
  const messages = useMessages();
  // It is not collapsed when the last filter is cleared: often another one is set next.
  const [isOpen, setOpen] = useState(() => count > 0 || matchMedia('(min-width: 761px)').matches);
  return (
    <Box component="details" mb="md" className="filter-box" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Text component="summary" fw="bold" c="dimmed">
        {messages.list.filters}{' '}
        {count > 0 && (
          <Badge variant="default" circle>
            {count}
          </Badge>
        )}
      </Text>
      <div className="filters">
        {children}
        {count > 0 && (
          <Button variant="subtle" onClick={onClear}>
            {messages.list.clear}
          </Button>
        )}
      </div>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Box>
  );
}
