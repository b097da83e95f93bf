import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';

/** A worker cannot sign in until the client that created the account confirms it. */
export function UnconfirmedWorkersNote() {
  const messages = useMessages();
  const waiting = useApiQuery('GET /ext/unconfirmed', { query: { limit: 1 } });
  if (!waiting.data?.total) return null;
  return (
    <Link to="/workers" className="note">
      {messages.people.unconfirmed(waiting.data.total)}
    </Link>
  );
}
