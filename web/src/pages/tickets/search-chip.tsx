import { Button, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { FilterChip } from './filter-chip.tsx';
import type { Filters } from './url-filters.ts';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** Filters by words of the tickets. */
export function SearchChip({ filters: { q }, onChange }: Props) {
  const messages = useMessages();
  return (
    <FilterChip label={messages.app.search} value={q} onClear={() => onChange({ q: '' })}>
      {(close) => {
        const search = (event: FormEvent<HTMLFormElement>): void => {
          event.preventDefault();
          onChange({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() });
          close();
        };
        return (
          <form onSubmit={search}>
            <Stack gap="xs">
              <TextInput
                type="search"
                name="q"
                label={messages.app.search}
                defaultValue={q ?? ''}
                maxLength={200}
                autoComplete="off"
              />
              <Button type="submit">{messages.app.search}</Button>
            </Stack>
          </form>
        );
      }}
    </FilterChip>
  );
}
