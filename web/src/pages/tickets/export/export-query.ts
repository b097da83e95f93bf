import { timeZone } from '../../../i18n/dates.ts';
import { type Filters, orderOf, statusesOf, toQuery } from '../url-filters.ts';

/** The query of an export: the filters and the order of the list, and the time zone of the device. */
export function exportQuery(filters: Filters): URLSearchParams {
  const statuses = statusesOf(filters);
  const query = new URLSearchParams({ timezone: timeZone() });
  if (statuses.length > 0) query.set('status', statuses.join(','));
  for (const [name, value] of Object.entries(toQuery(filters))) if (value) query.set(name, String(value));
  return query;
}

/** The query of an export of some tickets, in the order of the list. */
export const selectionQuery = (ids: readonly number[], filters: Filters): URLSearchParams =>
  new URLSearchParams({ timezone: timeZone(), ids: ids.join(','), ...orderOf(filters) });
