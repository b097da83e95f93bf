import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followLiveUpdates } from '../api/live-updates.ts';
import { queryClient } from '../api/query-client.ts';
import { Redirect } from '../components/redirect.tsx';
import { SessionLoading } from '../components/session-loading.tsx';
import { useSessionPhase } from '../session/session-store.ts';
import { AppLayout } from './app-layout.tsx';

/** Shows the pages behind the login, with live updates. Without a session it goes to the login and back afterwards. */
export function RequireSession() {
  const phase = useSessionPhase();
  const { href } = useLocation();
  const user = phase.name === 'signed-in' ? phase.session.user.id : undefined;
  useEffect(() => (user ? followLiveUpdates(queryClient) : undefined), [user]);
  if (phase.name === 'loading') return <SessionLoading />;
  if (phase.name === 'signed-out')
    return <Redirect to={href === '/' ? '/login' : `/login?${new URLSearchParams({ to: href })}`} />;
  return (
    <AppLayout key={user}>
      <Outlet />
    </AppLayout>
  );
}
