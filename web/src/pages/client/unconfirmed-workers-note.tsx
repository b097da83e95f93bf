import { useApiQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';
import { NoteLink } from '../../ui/note.tsx';

/** A link to the workers whose accounts the client has created and not confirmed: they cannot sign in yet. */
export function UnconfirmedWorkersNote() {
  const messages = useMessages();
  const waiting = useApiQuery('GET /ext/unconfirmed', { query: { limit: 1 } });
  if (!waiting.data?.total) return null;
  return <NoteLink to="/workers">{messages.people.unconfirmed(waiting.data.total)}</NoteLink>;
}
