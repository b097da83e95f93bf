import { useMediaQuery } from '@mantine/hooks';
import { createStore, useStore } from '../../lib/create-store.ts';
import { safeLocalStorage } from '../../lib/storage.ts';

// WCAG 2.1.4: shortcuts of one character can be turned off, because speech input and unsteady hands trigger them.

const key = 'callout.shortcuts';
const off = 'off';
const isOn = createStore(safeLocalStorage.getItem(key) !== off);

/** Turns the shortcuts of this browser on or off. */
export function setShortcutsOn(on: boolean): void {
  if (on) safeLocalStorage.removeItem(key);
  else safeLocalStorage.setItem(key, off);
  isOn.set(on);
}

/** Whether the user has them turned on. */
export const useShortcutsOn = (): boolean => useStore(isOn);

/** Whether the device has a mouse or a touchpad, and so a keyboard. */
export const useHasShortcuts = (): boolean => useMediaQuery('(pointer: fine)', undefined, { getInitialValueInEffect: false });
