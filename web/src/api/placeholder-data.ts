import type { Query, QueryKey } from '@tanstack/react-query';

/**
 * Keeps the rows of a list on the screen while another page or search of it is read: without them the page would
 * collapse, and with it the scroll position and the focus would be lost.
 * @param key of the read that begins: the operation, its ids, its query
 * @returns `placeholderData`; nothing for a list of something else, such as the objects of another project
 */
export const keepPreviousRows =
  (key: QueryKey) =>
  <Data>(previous: Data | undefined, query: Pick<Query, 'queryKey'> | undefined): Data | undefined =>
    query && listOf(query.queryKey) === listOf(key) ? previous : undefined;

const listOf = ([operation, params]: QueryKey): string => JSON.stringify([operation, params]);
