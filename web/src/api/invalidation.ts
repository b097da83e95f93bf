import type { Query, QueryClient } from '@tanstack/react-query';

type Predicate = (query: Query) => boolean;

/**
 * Marks queries as stale without cancelling reads that are under way: on a slow link frequent changes would otherwise
 * keep a list from ever being read to its end. What such a read returns may be older than the change, so it is
 * followed by another one.
 * @param followsFirstReads whether that is also done for what has never been read before: when the stream of changes begins
 * together with the first reads of a page, doing all of them twice is not worth it
 * @returns when everything that is shown has been read
 */
export async function invalidateAfterReads(client: QueryClient, predicate: Predicate, followsFirstReads = true): Promise<void> {
  const reads = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  const underWay = reads.filter(({ state }) => followsFirstReads || state.data !== undefined);
  const invalidate = (isMeant: Predicate): Promise<void> =>
    client.invalidateQueries({ predicate: isMeant }, { cancelRefetch: false });
  await Promise.all([
    invalidate((query) => predicate(query) && !underWay.includes(query)),
    ...underWay.map(async (query) => {
      await query.promise?.catch(() => {});
      await invalidate((other) => other === query);
    }),
  ]);
}
