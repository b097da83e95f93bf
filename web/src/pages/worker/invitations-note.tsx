import { useApiQuery } from '../../api/queries.ts';
import { NoteLink } from '../../components/note.tsx';
import { useMessages } from '../../i18n/locale.ts';

/** A link to the open invitations of the worker. */
export function InvitationsNote() {
  const messages = useMessages();
  const invitations = useApiQuery('GET /invitations', { query: { limit: 1 } });
  if (!invitations.data?.total) return null;
  return <NoteLink to="/invitations">{messages.worker.invitations(invitations.data.total)}</NoteLink>;
}
