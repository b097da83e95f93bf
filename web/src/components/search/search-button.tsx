import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../icon.tsx';
import { lazyPart } from '../lazy-part.tsx';
import type { NavigationItem } from '../navigation-item.ts';

const SearchDialog = lazyPart(async () => (await import('./search-dialog.tsx')).SearchDialog);

/** Opens the search, as Ctrl-K and Cmd-K do on every page. */
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
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={messages.app.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon icon={IconSearch} />
      </ActionIcon>
      {/* Outside of the header, whose landmark would contain that of the dialog. */}
      {isOpen && createPortal(<SearchDialog pages={pages} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
