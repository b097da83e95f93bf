import { useParams } from '@tanstack/react-router';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { NotFound } from '../../ui/not-found.tsx';
import { Redirect } from '../../ui/redirect.tsx';

/** Where a shortcut of the home screen leads for this role. The start page of a worker has all of its requests. */
export function GoPage() {
  const { target } = useParams({ from: '/signed-in/go/$target' });
  const { role } = useCurrentUser();
  if (target !== 'new' && target !== 'requests') return <NotFound />;
  if (role === 'worker') return <Redirect to="/" />;
  if (target === 'new' && mayWrite) return <Redirect to="/tickets/new" />;
  return <Redirect to="/tickets?status=open" />;
}
