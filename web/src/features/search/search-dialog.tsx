import { Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { NavigationItem } from '../navigation-item.ts';
import { useCommands, useMorePages } from './commands.ts';
import { People, Places } from './other-results.tsx';
import { type Result, ResultList } from './result-list.tsx';
import { useSearchTexts } from './texts/texts.ts';
import { TicketResults } from './ticket-results.tsx';

const delayMs = 200;
/** Lists of other things are searched from this length on. */
const minLength = 2;

interface Props {
  pages: readonly NavigationItem[];
  onClose: () => void;
}

/**
 * Searches tickets, projects, buildings, people, pages and actions, of each what the role may see and do. Arrow keys move between
 * the results, Enter opens the first one.
 */
export function SearchDialog({ pages, onClose }: Props) {
  const messages = useMessages();
  const texts = useSearchTexts();
  const { role } = useCurrentUser();
  const [text, setText] = useState('');
  const typed = text.trim();
  const [q] = useDebouncedValue(typed, delayMs);
  const isLongEnough = q.length >= minLength;
  const named = pages.map(({ to, search, name }): Result => ({ key: name, name: messages.nav[name], to, search }));
  const isMatch = ({ name }: Result): boolean => name.toLocaleLowerCase().includes(typed.toLocaleLowerCase());
  const allPages = [...named, ...useMorePages()];
  const commands = useCommands();
  const { box, openFirst } = useOpenFirst(typed, q);
  return (
    <Dialog title={texts.field} onClose={onClose}>
      <Stack gap="md" mt="sm" role="search" ref={box} onKeyDown={(event) => moveBetweenResults(event, openFirst, onClose)}>
        <TextInput
          type="search"
          aria-label={texts.field}
          placeholder={role === 'worker' ? texts.hintForWorkers : texts.hint}
          description={texts.hintWords}
          inputWrapperOrder={['input', 'description']}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Stack gap="md" h="min(60dvh, 520px)" px={12} mx={-12} style={{ overflowY: 'auto' }}>
          {q !== '' && <TicketResults q={q} onOpen={onClose} />}
          {isLongEnough && role !== 'worker' && <Places q={q} onOpen={onClose} />}
          {isLongEnough && role !== 'worker' && <People q={q} onOpen={onClose} />}
          <ResultList title={texts.pages} results={allPages.filter(isMatch)} onOpen={onClose} />
          <ResultList title={texts.actions} results={commands.filter(isMatch)} onOpen={onClose} />
        </Stack>
      </Stack>
    </Dialog>
  );
}

const results = '.search-result';

/** Opens the first result for the words that were typed: until it is read, those of the words before are shown. */
function useOpenFirst(typed: string, q: string) {
  const box = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const isWanted = useRef(false);
  const predicate = ({ queryKey }: { queryKey: QueryKey }): boolean => (queryKey[2] as { q?: string } | undefined)?.q === typed;
  useIsFetching({ predicate }); // draws again when the results are there
  const openIfRead = (): void => {
    if (!isWanted.current || typed !== q || client.isFetching({ predicate }) > 0) return;
    isWanted.current = false;
    box.current?.querySelector<HTMLElement>(results)?.click();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words replace those for which Enter was pressed
  useEffect(() => {
    isWanted.current = false;
  }, [typed]);
  useEffect(openIfRead);
  const openFirst = (): void => {
    isWanted.current = true;
    openIfRead();
  };
  return { box, openFirst };
}

/** Enter in the field opens the first result; the arrow keys go from one to the next; Escape closes the dialog. */
function moveBetweenResults(event: KeyboardEvent<HTMLElement>, openFirst: () => void, close: () => void): void {
  if (event.nativeEvent.isComposing) return; // the key is for the input method, for example to cancel a composition
  if (event.key === 'Escape') {
    event.preventDefault(); // the browser would only clear the field
    close();
  }
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(`input, ${results}`)];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && at === 0) {
    event.preventDefault();
    openFirst();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  stops.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus();
}
