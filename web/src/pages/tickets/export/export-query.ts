import { timeZone } from '../../../i18n/dates.ts';
import { preferredLanguage } from '../../../i18n/locale.ts';
import { type Filters, orderOf, statusesOf, toQuery } from '../url-filters.ts';

/** The query of an export: the filters and the order of the list, the time zone of the device and the language of the page. */
export function exportQuery(filters: Filters): URLSearchParams {
  const statuses = statusesOf(filters);
  const query = new URLSearchParams({ timezone: timeZone(), language: preferredLanguage() });
  if (statuses.length > 0) query.set('status', statuses.join(','));
  for (const [name, value] of Object.entries(toQuery(filters))) if (value) query.set(name, String(value));
  return query;
}

/** The query of an export of some tickets, in the order of the list. */
export const selectionQuery = (ids: readonly number[], filters: Filters): URLSearchParams =>
  new URLSearchParams({ timezone: timeZone(), language: preferredLanguage(), ids: ids.join(','), ...orderOf(filters) });
