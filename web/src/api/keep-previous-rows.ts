import type { Query, QueryKey } from '@tanstack/react-query';

/**
 * `placeholderData` for a list: the rows stay on the screen while another page or search of the same list is read. Without
 * them the page would collapse and lose the scroll position and the focus.
 * @param key the key of the new query: the operation, its path parameters, its query
 * @returns a function that returns nothing for another list, such as the objects of another project
 */
export const keepPreviousRows =
  (key: QueryKey) =>
  <Data>(previous: Data | undefined, query: Pick<Query, 'queryKey'> | undefined): Data | undefined =>
    query && listKey(query.queryKey) === listKey(key) ? previous : undefined;

const listKey = ([operation, params]: QueryKey): string => JSON.stringify([operation, params]);
