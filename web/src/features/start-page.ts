import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createStore } from '../lib/create-store.ts';
import { safeLocalStorage } from '../lib/storage.ts';
import { useCurrentUser } from '../session/session-store.ts';

const storageKey = 'callout.startPage';
const numbers = 'numbers';

/** Whether the console opens with the numbers on this device. */
export const startsWithNumbers = createStore(safeLocalStorage.getItem(storageKey) === numbers);

export function setStartsWithNumbers(isOn: boolean): void {
  if (isOn) safeLocalStorage.setItem(storageKey, numbers);
  else safeLocalStorage.removeItem(storageKey);
  startsWithNumbers.set(isOn);
}

/** Opens the chosen start page in place of the home page, once when the console opens or somebody signs in. */
export function useStartPage(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { role } = useCurrentUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later the home page is what was asked for
  useEffect(() => {
    if (pathname === '/' && role !== 'worker' && startsWithNumbers.get()) void navigate({ to: '/numbers', replace: true });
  }, []);
}
