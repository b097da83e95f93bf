import { Title, VisuallyHidden } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { useIsOnline } from '../http/connectivity.ts';
import { useMessages } from '../i18n/locale.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { Banner } from './offline-banner.tsx';

const showTitleAfterMs = 500;
const showOfflineAfterMs = 3_000;

/** Shown until it is known who is signed in. */
export function SessionLoading() {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const isSlow = useHasPassed(showTitleAfterMs);
  const isTimedOut = useHasPassed(showOfflineAfterMs);
  return (
    <>
      {(!isOnline || isTimedOut) && <Banner>{messages.app.noService}</Banner>}
      <main className="main" aria-busy="true">
        {isSlow ? (
          <Title mb="lg">{messages.app.signingIn}</Title>
        ) : (
          <VisuallyHidden component="h1">{messages.app.signingIn}</VisuallyHidden>
        )}
        <ListSkeleton />
      </main>
    </>
  );
}

function useHasPassed(delayMs: number): boolean {
  const [hasPassed, setPassed] = useState(false);
  useTimeout(() => setPassed(true), delayMs, { autoInvoke: true });
  return hasPassed;
}
