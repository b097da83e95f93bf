import { Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../dialog.tsx';
import type { NavigationItem } from '../navigation-item.ts';
import { People, Places } from './other-results.tsx';
import { ResultList } from './result-list.tsx';
import { useSearchTexts } from './texts/texts.ts';
import { TicketResults } from './ticket-results.tsx';

const delayMs = 200;
/** Lists of other things are searched from this length on. */
const minLength = 2;

interface Props {
  pages: readonly NavigationItem[];
  onClose: () => void;
}

/** Searches tickets, projects, buildings, people and pages. Arrow keys move between the results, Enter opens the first one. */
export function SearchDialog({ pages, onClose }: Props) {
  const messages = useMessages();
  const texts = useSearchTexts();
  const { role } = useCurrentUser();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), delayMs);
  const isLongEnough = q.length >= minLength;
  const named = pages.map(({ to, search, name }) => ({ key: name, name: messages.nav[name], to, search }));
  const create = { key: 'create', name: messages.client.create, to: '/tickets/new' as const };
  const shownPages = [...(role === 'client' ? [create] : []), ...named].filter(({ name }) =>
    name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  );
  return (
    <Dialog title={texts.field} onClose={onClose}>
      <Stack gap="md" mt="sm" role="search" onKeyDown={moveBetweenResults}>
        <TextInput
          type="search"
          aria-label={texts.field}
          placeholder={texts.hint}
          description={texts.hintWords}
          inputWrapperOrder={['input', 'description']}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {q !== '' && <TicketResults q={q} onOpen={onClose} />}
        {isLongEnough && role !== 'worker' && <Places q={q} onOpen={onClose} />}
        {isLongEnough && role === 'admin' && <People q={q} onOpen={onClose} />}
        <ResultList title={texts.pages} results={shownPages} onOpen={onClose} />
      </Stack>
    </Dialog>
  );
}

/** Enter in the field opens the first result; the arrow keys go from one to the next. */
function moveBetweenResults(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && at === 0) {
    event.preventDefault();
    stops[1]?.click();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  stops.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus();
}
