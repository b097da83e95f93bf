import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followChanges } from './api/live.ts';
import { queryClient } from './api/queries.ts';
import { Redirect } from './parts/redirect.tsx';
import { Starting } from './parts/starting.tsx';
import { usePhase } from './session/store.ts';
import { Shell } from './shell.tsx';

/** Everything behind the login. Whoever has to sign in comes back to where they were. */
export function Inside() {
  const phase = usePhase();
  const { href } = useLocation();
  const user = phase.name === 'in' ? phase.session.user.id : undefined;
  useEffect(() => (user ? followChanges(queryClient) : undefined), [user]);
  if (phase.name === 'starting') return <Starting />;
  if (phase.name === 'out') return <Redirect to={href === '/' ? '/login' : `/login?${new URLSearchParams({ to: href })}`} />;
  return (
    <Shell key={user}>
      <Outlet />
    </Shell>
  );
}
