import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import type { Toast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';

/** What follows the creation of a ticket, for its toast: an admin assigns it, a client looks at it. */
export function useCreatedAction(): (ticket: number) => Required<Toast>['action'] {
  const messages = useMessages();
  const navigate = useNavigate();
  const isAdmin = useCurrentUser().role === 'admin';
  return (ticket) => ({
    label: isAdmin ? messages.labels.operation.assign : messages.app.view,
    run: () => void navigate({ to: '/tickets/$id', params: { id: String(ticket) }, search: isAdmin ? { assign: '1' } : {} }),
  });
}
