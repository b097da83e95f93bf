import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { safeLocalStorage } from '../../lib/storage.ts';
import { useCurrentUser } from '../../session/session-store.ts';

/** Opens the set-up once, for an admin of an installation without buildings. @param isEmpty undefined until it is known */
export function useFirstVisit(isEmpty: boolean | undefined): void {
  const navigate = useNavigate();
  const { id } = useCurrentUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it is known
  useEffect(() => {
    const key = `callout.start-opened.${id}`;
    if (!isEmpty || safeLocalStorage.getItem(key) !== null) return;
    safeLocalStorage.setItem(key, '1');
    void navigate({ to: '/start', replace: true });
  }, [isEmpty]);
}
