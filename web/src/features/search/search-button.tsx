import { Button, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { NavigationItem } from '../navigation-item.ts';

const SearchDialog = lazyPart(async () => (await import('./search-dialog.tsx')).SearchDialog);

/** Apple's keyboards have another key beside the letters. */
const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The search field of the header. It opens the search, as Ctrl-K and Cmd-K do on every page. */
export function SearchButton({ pages }: { pages: readonly NavigationItem[] }) {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function openByKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      if (!document.querySelector('dialog:modal')) setOpen(true);
    }
    addEventListener('keydown', openByKey);
    return () => removeEventListener('keydown', openByKey);
  }, []);
  return (
    <>
      <Button
        variant="default"
        justify="flex-start"
        px={10}
        fw="normal"
        className="search-button"
        leftSection={<Icon icon={IconSearch} />}
        rightSection={<span className="search-keys" data-keys={`${modifier} K`} />}
        aria-label={messages.app.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Text span inherit c="dimmed" aria-hidden>
          {messages.app.search}
        </Text>
      </Button>
      {/* Outside of the header, whose landmark would contain that of the dialog. */}
      {isOpen && createPortal(<SearchDialog pages={pages} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
