import { lazy, Suspense } from 'react';
import { Rows } from '../parts/rows.tsx';
import { useMe } from '../session/store.ts';
import type { Role } from '../words/labels.ts';

const homes: Record<Role, ReturnType<typeof lazy>> = {
  client: lazy(() => import('./client/home.tsx').then(({ ClientHome }) => ({ default: ClientHome }))),
  worker: lazy(() => import('./worker/mine.tsx').then(({ MinePage }) => ({ default: MinePage }))),
  admin: lazy(() => import('./admin/board.tsx').then(({ BoardPage }) => ({ default: BoardPage }))),
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
