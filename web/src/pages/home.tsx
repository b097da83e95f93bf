import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useCurrentUser } from '../session/session-store.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';

const homePages = {
  client: lazyRouteComponent(() => import('./client/client-home.tsx'), 'ClientHome'),
  worker: lazyRouteComponent(() => import('./worker/my-tickets.tsx'), 'MyTicketsPage'),
  admin: lazyRouteComponent(() => import('./admin/board.tsx'), 'BoardPage'),
};

const fallback = (
  <main className="main" aria-busy="true">
    <ListSkeleton />
  </main>
);

/** The home page of the user's role. */
export function Home() {
  const Page = homePages[useCurrentUser().role];
  return (
    <Suspense fallback={fallback}>
      <Page />
    </Suspense>
  );
}
