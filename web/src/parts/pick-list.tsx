import { TextInput } from '@mantine/core';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useWords } from '../words/index.ts';
import { useDebounced } from './debounced.ts';
import { Rows } from './rows.tsx';
import { ShowMore, useGrowing } from './show-more.tsx';
import { Problem } from './states.tsx';

export interface Choice {
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
  choice: (item: Item) => Choice;
  /** what is likely: on top, as long as nothing is searched */
  likely?: { title: string; choices: Choice[] };
  /** shown instead when there is nothing at all to choose from */
  none?: ReactNode;
}

/** One of any number of things: found by words, or page by page. A tap chooses. */
export function PickList<Item>({ label, hint, search, choice, likely, none }: Props<Item>) {
  const words = useWords();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const growing = useGrowing(q);
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
      {found.isPending && <Rows height={52} />}
      {found.isError && !found.data && <Problem error={found.error} retry={() => void found.refetch()} />}
      {found.data?.total === 0 && <p className="muted">{words.app.nothingFound}</p>}
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

function Choices({ choices }: { choices: Choice[] }) {
  return (
    <ul className="pick">
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
