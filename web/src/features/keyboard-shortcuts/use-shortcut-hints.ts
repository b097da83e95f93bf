import { useHasShortcuts, useShortcutsOn } from './setting.ts';
import { type ShortcutName, shortcutKeys } from './shortcut-keys.ts';

interface ShortcutHint {
  'aria-keyshortcuts': string;
  title: string | undefined;
}

/**
 * What buttons tell of their shortcuts: the key to assistive technology, and a tooltip where shortcuts work.
 * @returns a function that takes the shortcut and the text of its button
 */
export function useShortcutHints(): (name: ShortcutName, label: string) => ShortcutHint {
  const isOn = useShortcutsOn();
  const hasShortcuts = useHasShortcuts();
  return (name, label) => {
    const keys = shortcutKeys[name].join(' ');
    return { 'aria-keyshortcuts': keys, title: isOn && hasShortcuts ? `${label} (${keys})` : undefined };
  };
}
