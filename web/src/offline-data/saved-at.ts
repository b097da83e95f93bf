import { useQueryClient } from '@tanstack/react-query';

/** When the newest shown list of tickets was read from the service, in milliseconds; undefined when none was. */
export function useSavedAt(): number | undefined {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['GET /tickets'] });
  const newest = Math.max(0, ...lists.map(({ state }) => state.dataUpdatedAt));
  return newest > 0 ? newest : undefined;
}
