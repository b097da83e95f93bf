import { Link } from '@tanstack/react-router';
import type { Category } from '../../contract/enums.ts';

interface Filters {
  date_from: string;
  date_to?: string;
  category?: Category;
  object_id?: string;
}

/** The number of requests that were created, as a link to their list. */
export function CreatedLink({ count, filters }: { count: number; filters: Filters }) {
  if (count === 0) return <>{count}</>;
  return (
    <Link to="/tickets" search={{ ...filters }}>
      {count}
    </Link>
  );
}
