import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ListSkeleton } from '../components/list-skeleton.tsx';
import { useCurrentUser } from '../session/session-store.ts';

const homes = {
  client: lazyRouteComponent(() => import('./client/client-home.tsx'), 'ClientHome'),
  worker: lazyRouteComponent(() => import('./worker/my-tickets.tsx'), 'MyTicketsPage'),
  admin: lazyRouteComponent(() => import('./admin/board.tsx'), 'BoardPage'),
};

const waiting = (
  <main className="main" aria-busy="true">
    <ListSkeleton />
  </main>
);

/** Three roles, three houses. */
export function Home() {
  const Page = homes[useCurrentUser().role];
  return (
    <Suspense fallback={waiting}>
      <Page />
    </Suspense>
  );
}
