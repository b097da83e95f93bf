import { Box, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useMessages } from '../i18n/locale.ts';
import { Icon } from './icon.tsx';

type Direction = 'asc' | 'desc';

/** What `aria-sort` of the head of a column is called. */
export const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;

interface Props {
  /** the direction of the list, if it is sorted by this; undefined if by something else */
  direction: Direction | undefined;
  onClick: () => void;
  children: string;
}

/** A button in the head of a column that sorts a table by it, and turns the order round. */
export function SortButton({ direction, onClick, children }: Props) {
  const messages = useMessages();
  const icon = direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      aria-pressed={direction !== undefined}
      className={direction ? 'sort-button on' : 'sort-button'}
      aria-label={`${messages.list.sort}: ${children}`}
      onClick={onClick}
    >
      {children}
      <Box component="span" display="inline-flex">
        <Icon icon={icon} size={14} />
      </Box>
    </UnstyledButton>
  );
}
