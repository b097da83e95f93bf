import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { chipLook, ValueOptions } from '../../features/filters/filter-button.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { useTicketListTexts } from './texts/texts.ts';
import { type Filters, orderOf } from './url-filters.ts';

const orders = [
  'due asc',
  'appointment asc',
  'relevance desc',
  'created_at desc',
  'created_at asc',
  'priority desc',
  'priority asc',
  'updated_at desc',
  'updated_at asc',
  'id desc',
  'id asc',
] as const;

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** The orders of the list, where there are no heads of columns. */
export function SortMenu({ filters, onChange }: Props) {
  const messages = useMessages();
  const texts = useTicketListTexts();
  const isNarrow = useIsNarrow();
  const icon = <Icon icon={IconArrowsSort} size={16} />;
  const { sort, order } = orderOf(filters);
  const label = (texts.orders as Record<string, string>)[`${sort} ${order}`] ?? texts.orders['created_at desc'];
  return (
    <PopoverButton
      label={`${messages.list.sort}: ${label}`}
      button={(props) => (
        <Button {...chipLook} variant="default" leftSection={!isNarrow && icon} title={label} {...props}>
          {isNarrow ? icon : label}
        </Button>
      )}
    >
      {(close) => (
        <ValueOptions
          values={orders.filter((one) => filters.q || one !== 'relevance desc')}
          labels={texts.orders}
          selected={[`${sort} ${order}`]}
          onSelect={(value) => {
            const [nextSort = '', nextOrder = ''] = value.split(' ');
            onChange({ sort: nextSort, order: nextOrder });
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
