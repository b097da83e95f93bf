import { useNavigate } from '@tanstack/react-router';
import { signOut } from '../../api/sign-out.ts';
import { showToast } from '../../lib/toasts.ts';
import { useShownItems } from '../../offline-queue/shown-items.ts';

/** @returns what signs the user out in this browser, or opens the profile, which tells what would not be sent any more */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const hasUnsent = useShownItems().some(({ state }) => state !== 'sent');
  return () => {
    if (hasUnsent) void navigate({ to: '/profile' });
    else void signOut().catch((error) => showToast({ error }));
  };
}
