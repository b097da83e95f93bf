import { Box, Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { chipLook } from './filter-button.tsx';
import { RemoveFilterButton } from './remove-filter-button.tsx';
import { useFilterTexts } from './texts/texts.ts';

/** One value of a filter that is set. */
export interface ActiveFilter {
  key: string;
  /** what its button says, or how it is drawn when a name has to be read first */
  chip: string | ((remove: (text: string) => void) => ReactNode);
  remove: () => void;
}

interface ActiveProps {
  active?: readonly ActiveFilter[];
  onClear?: () => void;
  /** after the button that removes all */
  more?: ReactNode;
}

interface Props extends ActiveProps {
  /** the search field of the list */
  search?: { text: string; onText: (text: string) => void; label?: string };
  /** the buttons of the filters */
  children?: ReactNode;
}

/** One row above a list: the words, the values that are set, and the filters. */
export function FilterRow({ search, children, ...active }: Props) {
  const messages = useMessages();
  return (
    <Group component="fieldset" gap="xs" mt={4} mb={6} className="chips" aria-label={messages.list.filters}>
      {search && (
        <TextInput
          type="search"
          size="xs"
          flex="1 1 160px"
          maw={280}
          aria-label={search.label ?? messages.app.search}
          placeholder={search.label ?? messages.app.search}
          maxLength={200}
          value={search.text}
          onChange={({ currentTarget }) => search.onText(currentTarget.value)}
        />
      )}
      <ActiveFilters {...active} />
      {children}
    </Group>
  );
}

/** The values that are set, each as a button that removes it, and one that removes all. */
function ActiveFilters({ active = [], onClear, more }: ActiveProps) {
  const texts = useFilterTexts();
  const [removed, setRemoved] = useState('');
  const { list, focusAfterRemoval } = useFocusAfterRemoval(active.length);
  return (
    <>
      <VisuallyHidden role="status">{removed && texts.filterRemoved(removed)}</VisuallyHidden>
      {active.length > 0 && (
        <Group component="ul" gap="xs" ref={list} className="chips" aria-label={texts.activeFilters}>
          {active.map(({ key, chip, remove }, index) => {
            const removeText = (text: string): void => {
              focusAfterRemoval(index);
              setRemoved(text);
              remove();
            };
            return (
              <Box component="li" key={key} miw={0} maw="100%">
                {typeof chip === 'string' ? <RemoveFilterButton text={chip} onRemove={removeText} /> : chip(removeText)}
              </Box>
            );
          })}
          <li>
            <Button {...chipLook} variant="subtle" onClick={onClear}>
              {texts.clearAll}
            </Button>
          </li>
          {more && <li>{more}</li>}
        </Group>
      )}
    </>
  );
}

/** The chip after the removed one gets the focus, or the one before it; without any, the filters. */
function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const removedAt = useRef<number>(undefined);
  useEffect(() => {
    const at = removedAt.current;
    removedAt.current = undefined;
    if (at === undefined) return;
    const chips = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = chips[Math.min(at, count - 1)] ?? document.querySelector<HTMLElement>('fieldset.chips [aria-expanded]');
    next?.focus({ preventScroll: true });
  }, [count]);
  return {
    list,
    focusAfterRemoval: (index: number): void => {
      removedAt.current = index;
    },
  };
}
