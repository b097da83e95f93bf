import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Rows } from '../parts/rows.tsx';
import { useMe } from '../session/store.ts';

const homes = {
  client: lazyRouteComponent(() => import('./client/home.tsx'), 'ClientHome'),
  worker: lazyRouteComponent(() => import('./worker/mine.tsx'), 'MinePage'),
  admin: lazyRouteComponent(() => import('./admin/board.tsx'), 'BoardPage'),
};

const waiting = (
  <main className="main" aria-busy="true">
    <Rows />
  </main>
);

/** Three roles, three houses. */
export function Home() {
  const Page = homes[useMe().role];
  return (
    <Suspense fallback={waiting}>
      <Page />
    </Suspense>
  );
}
