import { Box } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from '../lib/create-store.ts';
import { loadingParts } from './lazy-part.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

/** Between the answer of one part and the request of another one that needs it. */
const pauseMs = 100;
const longestMs = 3_000;

/** Shows what is read in several parts only once all are there: one by one they would push each other down. */
export function ShownTogether({ children }: { children: ReactNode }) {
  const [state, setState] = useState<'new' | 'reading' | 'shown'>('new');
  const isReading = useIsFetching({ predicate: (query) => query.state.data === undefined }) > 0;
  const isLoading = useStore(loadingParts) > 0;
  useTimeout(() => setState('shown'), longestMs, { autoInvoke: true });
  useEffect(() => {
    if (isReading || isLoading) setState((before) => (before === 'shown' ? before : 'reading'));
    const timer = isReading || isLoading ? undefined : setTimeout(() => setState('shown'), pauseMs);
    return () => clearTimeout(timer);
  }, [isReading, isLoading]);
  const isShown = state === 'shown';
  return (
    <Box pos="relative">
      {state === 'reading' && (
        <Box pos="absolute" inset={0}>
          <ListSkeleton height={112} />
        </Box>
      )}
      <div className="shown-together" aria-busy={!isShown} style={isShown ? undefined : { visibility: 'hidden' }}>
        {children}
      </div>
    </Box>
  );
}
