import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';

/** A link to the open invitations of the worker. */
export function InvitationsNote() {
  const messages = useMessages();
  const invitations = useApiQuery('GET /invitations', { query: { limit: 1 } });
  if (!invitations.data?.total) return null;
  return (
    <Link to="/invitations" className="note">
      {messages.worker.invitations(invitations.data.total)}
    </Link>
  );
}
