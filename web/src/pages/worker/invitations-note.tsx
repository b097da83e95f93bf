import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import { useWords } from '../../words/index.ts';

export function InvitationsNote() {
  const words = useWords();
  const invitations = useRead('GET /invitations', { query: { limit: 1 } });
  if (!invitations.data?.total) return null;
  return (
    <Link to="/invitations" className="note">
      {words.worker.invitations(invitations.data.total)}
    </Link>
  );
}
