import { useApiQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';
import { NoteLink } from '../../ui/note.tsx';

/** A link to the open invitations of the worker. */
export function InvitationsNote() {
  const messages = useMessages();
  const invitations = useApiQuery('GET /invitations', { query: { limit: 1 } });
  if (!invitations.data?.total) return null;
  return <NoteLink to="/invitations">{messages.worker.invitations(invitations.data.total)}</NoteLink>;
}
