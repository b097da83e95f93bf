import { Button, Stack } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { chipLook } from './filter-button.tsx';

interface Props {
  /** how many filters are set */
  count: number;
  children: ReactNode;
}

/** All filters of a list behind one button; on a phone it has the number of those that are set. */
export function FilterMenu({ count, children }: Props) {
  const messages = useMessages();
  const isNarrow = useIsNarrow();
  const text = isNarrow && count > 0 ? `${messages.list.filter} ${count}` : messages.list.filter;
  return (
    <PopoverButton
      label={text}
      button={(props) => (
        <Button
          {...props}
          {...chipLook}
          variant="default"
          leftSection={<Icon icon={isNarrow ? IconFilter : IconPlus} size={16} />}
        >
          {text}
        </Button>
      )}
    >
      {() => <Stack gap="sm">{children}</Stack>}
    </PopoverButton>
  );
}
