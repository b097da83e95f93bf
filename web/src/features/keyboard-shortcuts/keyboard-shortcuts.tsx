import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../../session/session-store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { moveToRow, pressButton } from './rows.ts';
import { useHasShortcuts, useShortcutsOn } from './setting.ts';
import { type ShortcutName, shortcutKeys, shortcutsFor } from './shortcut-keys.ts';

const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** The second of two keys has to follow within this time. */
const chordMs = 1_500;
/** The keys that act here; Enter follows the link and X is a key of each row. */
const handledElsewhere: readonly ShortcutName[] = ['open', 'select'];
const searchField = 'main input[type=search]';

/** Shortcuts of one key for users with a keyboard: none in text fields, with other keys held down or over a dialog. */
export function KeyboardShortcuts() {
  const { role } = useCurrentUser();
  const navigate = useNavigate();
  const isOn = useShortcutsOn();
  const hasShortcuts = useHasShortcuts();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const chord = useRef({ key: '', at: 0 });
  const names = shortcutsFor(role);

  function run(name: ShortcutName): void {
    if (name === 'create') void navigate({ to: '/tickets/new' });
    if (name === 'goHome') void navigate({ to: '/' });
    if (name === 'goTickets') void navigate({ to: '/tickets', search: { status: 'open' } });
    if (name === 'goProjects') void navigate({ to: '/projects' });
    if (name === 'search') search();
    if (name === 'next') moveToRow(1);
    if (name === 'previous') moveToRow(-1);
    if (name === 'assign') pressButton('A');
    if (name === 'confirm') pressButton('E');
    if (name === 'help') setSheetOpen(true);
  }

  /** The search field of the page, or the search of the header. */
  function search(): void {
    if (!focusSearchField()) document.querySelector<HTMLElement>('.search-button')?.click();
  }

  function handle(event: KeyboardEvent): void {
    if (isNotMeant(event)) return;
    const key = event.key.toUpperCase();
    const { key: first, at } = chord.current;
    const pressed = first && event.timeStamp - at < chordMs ? [first, key] : [key];
    chord.current = { key: '', at: 0 };
    const name = names.find((one) => shortcutKeys[one].join(' ') === pressed.join(' '));
    if (name && !handledElsewhere.includes(name)) {
      event.preventDefault();
      run(name);
    } else if (names.some((one) => shortcutKeys[one].length > 1 && shortcutKeys[one][0] === key)) {
      chord.current = { key, at: event.timeStamp };
    }
  }

  useEffect(() => {
    if (!isOn || !hasShortcuts) return;
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  });
  if (!isSheetOpen) return null;
  return <ShortcutSheet names={names} onClose={() => setSheetOpen(false)} />;
}

function focusSearchField(): boolean {
  const field = document.querySelector<HTMLElement>(searchField);
  field?.focus();
  return field !== null;
}

/** Shift is held down for `?`, and on some keyboards for `/`. */
function isNotMeant({
  defaultPrevented,
  repeat,
  isComposing,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
  key,
  target,
}: KeyboardEvent): boolean {
  if (defaultPrevented || repeat || isComposing || altKey || ctrlKey || metaKey) return true;
  if (shiftKey && /^\p{L}$/u.test(key)) return true;
  if ((target as Element).closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) return true;
  return document.querySelector('dialog:modal, :popover-open') !== null;
}
