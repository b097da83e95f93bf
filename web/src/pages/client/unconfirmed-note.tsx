import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import { useWords } from '../../words/index.ts';

/** A worker cannot sign in until the client that created the account confirms it. */
export function UnconfirmedNote() {
  const words = useWords();
  const waiting = useRead('GET /ext/unconfirmed', { query: { limit: 1 } });
  if (!waiting.data?.total) return null;
  return (
    <Link to="/workers" className="note">
      {words.people.unconfirmed(waiting.data.total)}
    </Link>
  );
}
