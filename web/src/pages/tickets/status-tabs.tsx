import { Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { useTicketListTexts } from './texts/texts.ts';
import { type Filters, type Tab, tabNames, tabOf, tabParameter } from './url-filters.ts';

interface Props {
  filters: Filters;
  counts: Partial<Record<Tab, number | undefined>>;
}

/** The parts of the list by status, each with its number of tickets. */
export function StatusTabs({ filters, counts }: Props) {
  const messages = useMessages();
  const texts = useTicketListTexts();
  const isNarrow = useIsNarrow();
  const { tab } = tabOf(filters);
  const tabs = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the tab may be beyond the edge of the row
  useEffect(() => {
    const row = tabs.current;
    const current = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [tab, counts[tab] === undefined]);
  const countOf = (name: Tab): string => {
    const count = counts[name];
    return count === undefined ? '' : messages.app.number(count);
  };
  return (
    <Group
      component="nav"
      ref={tabs}
      gap={4}
      mt={-20}
      pos="relative"
      wrap={isNarrow ? 'nowrap' : 'wrap'}
      style={{ overflowX: isNarrow ? 'auto' : undefined }}
      className={isNarrow ? 'chips scroll-box' : 'chips'}
      aria-label={messages.list.status}
    >
      {tabNames.map((name) => (
        <LinkButton
          key={name}
          to="/tickets"
          search={{ ...filters, status: tabParameter(name), offset: '', open: '' }}
          replace
          resetScroll={false}
          activeProps={{}}
          px={10}
          flex="none"
          c={name === tab ? undefined : 'dimmed'}
          variant={name === tab ? 'light' : 'subtle'}
          aria-current={name === tab ? 'page' : undefined}
        >
          <span>
            {texts.tabs[name]}{' '}
            <Text span inherit fw="normal" className="numbers">
              {countOf(name)}
            </Text>
          </span>
        </LinkButton>
      ))}
    </Group>
  );
}
