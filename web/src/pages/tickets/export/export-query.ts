import { type Filters, tabOf, tabs, toDetailsQuery } from '../url-filters.ts';

/** The query of an export: the filters and the order of the list, and the time zone of the device. */
export function exportQuery(filters: Filters): URLSearchParams {
  const { tab, status } = tabOf(filters);
  const statuses = status ? [status] : tabs[tab];
  const query = new URLSearchParams({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  if (statuses.length > 0) query.set('status', statuses.join(','));
  for (const [name, value] of Object.entries(toDetailsQuery(filters))) if (value) query.set(name, value);
  return query;
}
