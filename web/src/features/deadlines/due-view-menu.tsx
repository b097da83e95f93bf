import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import type { Ticket, TicketListItem } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { Option, OptionList } from '../../ui/option-list.tsx';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { ticketExtrasQuery } from '../ticket-extras/use-ticket-extras.ts';
import type { DueView } from './due-view.ts';
import { useDeadlineTexts } from './texts/texts.ts';

interface Props {
  /** on the page */
  tickets: readonly Ticket[];
  view: DueView | undefined;
  onChange: (view: DueView | undefined) => void;
}

/** Chooses a list by due time, or only what is late. Shown when a ticket of the page has a deadline. */
export function DueViewMenu({ tickets, view, onChange }: Props) {
  const messages = useMessages();
  const texts = useDeadlineTexts();
  const hasDeadlines = useQueries({
    queries: tickets.map(({ id }) => ticketExtrasQuery(id)),
    combine: (results) => results.some(({ data }) => hasDeadline(data)),
  });
  if (!hasDeadlines && !view) return null;
  const options = [
    { value: undefined, name: texts.byDefault },
    { value: 'due', name: texts.byDueTime },
    { value: 'late', name: texts.onlyLate },
  ] as const;
  const name = options.find(({ value }) => value === view)?.name;
  return (
    <PopoverButton
      label={`${messages.list.sort}: ${name}`}
      button={(props) => (
        <Button variant={view ? 'light' : 'default'} leftSection={<Icon icon={IconArrowsSort} size={18} />} {...props}>
          {name}
        </Button>
      )}
    >
      {(close) => (
        <OptionList>
          {options.map(({ value, name }) => (
            <Option
              key={name}
              name={name}
              isPressed={value === view}
              onSelect={() => {
                onChange(value);
                close();
              }}
            />
          ))}
        </OptionList>
      )}
    </PopoverButton>
  );
}

const hasDeadline = (item: TicketListItem | null | undefined): boolean =>
  Boolean(item?.deadline && (item.deadline.take_by !== null || item.deadline.finish_by !== null));
