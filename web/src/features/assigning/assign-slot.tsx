import { ActionIcon } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { useShortcutHints } from '../keyboard-shortcuts/use-shortcut-hints.ts';
import { AssignOptions } from './lazy.ts';

/** The empty place of the worker on a card; it opens the names, those with the fewest open tickets first. */
export function AssignSlot({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const label = messages.assigning.assignTicket(ticket.id);
  const hintOf = useShortcutHints();
  return (
    <PopoverButton
      label={label}
      button={(props) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size={24}
          className="assign-slot"
          {...hintOf('assign', label)}
          {...props}
        >
          <Icon icon={IconUserPlus} size={16} />
        </ActionIcon>
      )}
    >
      {(close) => <AssignOptions ticket={ticket} onClose={close} />}
    </PopoverButton>
  );
}
