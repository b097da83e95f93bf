import { type Filters, tabOf, tabs, toQuery } from '../url-filters.ts';

/** Whether the file would have other tickets than the list: exports know no days. */
export const hasDays = ({ date_from, date_to }: Filters): boolean => Boolean(date_from || date_to);

/** The query of an export: the filters and the order of the list, and the time zone of the device. */
export function exportQuery(filters: Filters): URLSearchParams {
  const { tab, status } = tabOf(filters);
  const statuses = status ? [status] : tabs[tab];
  const query = new URLSearchParams({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  if (statuses.length > 0) query.set('status', statuses.join(','));
  for (const [name, value] of Object.entries(toQuery(filters))) query.set(name, String(value));
  return query;
}
