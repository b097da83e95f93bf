import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { ErrorState } from './error-state.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { searchDelayMs } from './search-field.tsx';
import { ShowMore, useListPaging } from './show-more.tsx';

export interface ListOption {
  key: string | number;
  name: string;
  detail: string;
  isDisabled?: boolean;
  onPick: () => void;
}

interface Asked {
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

interface Props<Item> {
  label: string;
  hint?: string;
  /** what to ask the service for */
  search: (asked: Asked) => UseQueryOptions<Page<Item>, Error>;
  choice: (item: Item) => ListOption;
  /** what is likely: on top, as long as nothing is searched */
  likely?: { title: string; choices: ListOption[] };
  /** shown instead when there is nothing at all to choose from */
  none?: ReactNode;
}

/** One of any number of things: found by words, or page by page. A tap chooses. */
export function SearchableList<Item>({ label, hint, search, choice, likely, none }: Props<Item>) {
  const messages = useMessages();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), searchDelayMs);
  const growing = useListPaging(q);
  const { limit, offset } = growing;
  const found = useQuery({ ...search({ q, limit, offset }), placeholderData: keepPreviousData });
  if (none && q === '' && text === '' && found.data?.total === 0) return none;
  const first = text === '' && offset === 0 ? (likely?.choices ?? []) : [];
  const rest = (found.data?.items.map(choice) ?? []).filter(({ key }) => !first.some((one) => one.key === key));
  return (
    <div className="stack">
      <TextInput
        type="search"
        label={label}
        description={hint}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found.isPending && <ListSkeleton height={52} />}
      {found.isError && !found.data && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      {found.data?.total === 0 && <p className="muted">{messages.app.nothingFound}</p>}
      {first.length > 0 && (
        <>
          <p className="muted small">{likely?.title}</p>
          <Choices choices={first} />
        </>
      )}
      <Choices choices={rest} />
      <ShowMore growing={growing} page={found.data} />
    </div>
  );
}

function Choices({ choices }: { choices: ListOption[] }) {
  return (
    <ul className="option-list">
      {choices.map(({ key, name, detail, isDisabled = false, onPick }) => (
        <li key={key}>
          <button type="button" disabled={isDisabled} onClick={onPick}>
            <b>{name}</b>
            <span className="small">{detail}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
