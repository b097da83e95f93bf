import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLayoutEffect, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { Option, OptionList } from './option-list.tsx';
import { QueryState } from './query-state.tsx';
import { ShowMore, useListPaging } from './show-more.tsx';
import { searchDelayMs } from './use-url-search.ts';

export interface ListOption {
  key: string | number;
  name: string;
  detail: string;
  isDisabled?: boolean;
  /** whether it is one of the values that are set; undefined where only one is selected */
  isPressed?: boolean;
  onSelect: () => void;
}

interface SearchQuery {
  q: string;
  limit: number;
  offset: number;
}

interface Page<Item> {
  items: Item[];
  total: number;
  limit: number;
  offset: number;
}

/** How many are shown without suggestions: the form below them stays on the screen of a phone. */
const maxShortOptions = 5;

interface Props<Item> {
  label: string;
  hint?: string;
  /** the query for a page of the search */
  search: (query: SearchQuery) => UseQueryOptions<Page<Item>, Error>;
  toOption: (item: Item) => ListOption;
  /** shown first, or without any a few of the others; the rest is behind a button as long as nothing is searched */
  suggestions?: { title: string; options: ListOption[]; showAll: string };
  /** called before the list is drawn when there is only one item */
  onOnly?: (item: Item) => unknown;
  /** shown instead when there is nothing to select */
  emptyState?: ReactNode;
}

/** A list of any length with a search field, of which the user selects one item. */
export function SearchableList<Item>({ label, hint, search, toOption, suggestions, onOnly, emptyState }: Props<Item>) {
  const messages = useMessages();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), searchDelayMs);
  const [showsAll, setShowsAll] = useState(false);
  const paging = useListPaging(q);
  const { limit, offset } = paging;
  const found = useQuery({ ...search({ q, limit, offset }), placeholderData: keepPreviousData });
  const isRead = q === '' && !found.isPlaceholderData;
  const only = isRead && found.data?.total === 1 ? found.data.items[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useLayoutEffect(() => {
    if (only) onOnly?.(only);
  }, [only !== undefined]);
  if (emptyState && q === '' && text === '' && found.data?.total === 0) return emptyState;
  const first = text === '' && offset === 0 ? (suggestions?.options ?? []) : [];
  const rest = (found.data?.items.map(toOption) ?? []).filter(({ key }) => !first.some((one) => one.key === key));
  const isShort = suggestions !== undefined && text === '' && !showsAll;
  const shortCount = first.length > 0 ? 0 : maxShortOptions;
  return (
    <Stack gap={10}>
      {first.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {suggestions?.title}
          </Text>
          <Options options={first} />
        </>
      )}
      <TextInput
        type="search"
        label={label}
        description={hint}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <QueryState query={found} height={52} />
      {found.data?.total === 0 && <Text c="dimmed">{messages.app.nothingFound}</Text>}
      <Options options={isShort ? rest.slice(0, shortCount) : rest} />
      {isShort && rest.length > shortCount && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {suggestions?.showAll}
        </Button>
      )}
      {!isShort && <ShowMore paging={paging} page={found.data} />}
    </Stack>
  );
}

function Options({ options }: { options: ListOption[] }) {
  return (
    <OptionList>
      {options.map(({ key, ...option }) => (
        <Option key={key} {...option} />
      ))}
    </OptionList>
  );
}
