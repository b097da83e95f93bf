import { Button, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { FilterButton } from './filter-button.tsx';
import { useTicketListTexts } from './texts/texts.ts';
import type { Filters } from './url-filters.ts';

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** Filters by words of the tickets. */
export function SearchFilter({ filters: { q }, onChange }: Props) {
  const messages = useMessages();
  const texts = useTicketListTexts();
  return (
    <FilterButton label={texts.text}>
      {(close) => {
        const search = (event: FormEvent<HTMLFormElement>): void => {
          event.preventDefault();
          onChange({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() });
          close();
        };
        return (
          <form onSubmit={search}>
            <Stack gap="xs">
              <TextInput type="search" name="q" label={texts.text} defaultValue={q ?? ''} maxLength={200} autoComplete="off" />
              <Button type="submit">{messages.app.search}</Button>
            </Stack>
          </form>
        );
      }}
    </FilterButton>
  );
}
