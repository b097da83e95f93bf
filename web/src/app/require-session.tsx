import { lazyRouteComponent, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { isPageWhileActing } from '../api/act-for.ts';
import { followLiveUpdates } from '../api/live-updates.ts';
import { queryClient } from '../api/query-client.ts';
import { ActForLink, NotWhileActing } from '../features/acting/lazy.ts';
import { SessionLoading } from '../features/session-loading.tsx';
import { keepSubscribed } from '../push/push-subscription.ts';
import { principal } from '../session/acting.ts';
import { useSessionPhase } from '../session/session-store.ts';
import { Redirect } from '../ui/redirect.tsx';
import { AppLayout } from './app-layout.tsx';
import { useMustChangePassword } from './use-must-change-password.ts';

const OwnPasswordPage = lazyRouteComponent(() => import('../pages/account/own-password.tsx'), 'OwnPasswordPage');

/**
 * Shows the pages behind the login, with live updates. Without a session it goes to the login and back afterwards. Whoever has
 * a password that somebody else chose has to change it first.
 */
export function RequireSession() {
  const phase = useSessionPhase();
  const { href, pathname, searchStr } = useLocation();
  // While the next page is loaded, the outlet still shows the one before, whose path this is.
  const shownPath = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  const user = phase.name === 'signed-in' ? phase.session.user.id : undefined;
  useEffect(() => (user ? followLiveUpdates(queryClient) : undefined), [user]);
  useEffect(() => (user ? keepSubscribed() : undefined), [user]);
  const mustChangePassword = useMustChangePassword(user);
  if (phase.name === 'loading' || (user && mustChangePassword === undefined)) return <SessionLoading />;
  if (phase.name === 'signed-out')
    return <Redirect to={href === '/' ? '/login' : `/login?${new URLSearchParams({ to: href })}`} />;
  if (mustChangePassword) {
    // Instead of the page of the address, so that no link goes around it.
    return (
      <Suspense fallback={<SessionLoading />}>
        <OwnPasswordPage />
      </Suspense>
    );
  }
  const search = new URLSearchParams(searchStr);
  const actFor = search.get('act-for');
  search.delete('act-for');
  const path = search.size > 0 ? `${pathname}?${search}` : pathname;
  // The bar that says for whom the user acts is on the screen before anything else.
  return (
    <Suspense fallback={<SessionLoading />}>
      {actFor ? (
        <ActForLink id={actFor} path={path} />
      ) : (
        <AppLayout key={user}>
          {principal && !(isPageWhileActing(pathname) && isPageWhileActing(shownPath)) ? (
            <NotWhileActing name={principal.name} path={pathname} />
          ) : (
            <Outlet />
          )}
        </AppLayout>
      )}
    </Suspense>
  );
}
