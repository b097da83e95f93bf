import { Link } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { Category } from '../../contract/enums.ts';
import { startOfLocalDay } from '../../lib/calendar-date.ts';
import type { CountedKind } from '../tickets/url-filters.ts';

/** When the newest of the deleted requests were closed; null: none are deleted. */
export const DeletedBefore = createContext<string | null>(null);

/** What a list is filtered by, with days of the device. */
export interface NumberFilters {
  counted: CountedKind;
  status?: 'open';
  counted_from?: string;
  counted_to?: string;
  counted_worker_id?: string;
  category?: Category;
  object_id?: string;
  created_weekday?: string;
  created_hour?: string;
}

/** A number of requests, as a link to their list, unless all of them are deleted. */
export function NumberLink({ count, filters }: { count: number; filters: NumberFilters }) {
  const deletedBefore = useContext(DeletedBefore);
  if (count === 0 || areDeleted(filters, deletedBefore)) return <>{count}</>;
  return (
    <Link to="/tickets" search={{ ...filters }}>
      {count}
    </Link>
  );
}

/** Created or reworked requests may be open still. */
function areDeleted({ counted, counted_to }: NumberFilters, deletedBefore: string | null): boolean {
  if (counted === 'created' || counted === 'reworked' || !counted_to || !deletedBefore) return false;
  return Date.parse(startOfLocalDay(counted_to, 1)) <= Date.parse(deletedBefore);
}
