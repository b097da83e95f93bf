import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from './error-state.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

interface Props {
  query: UseQueryResult;
  /** of a row of the skeleton, in pixels */
  height?: number;
}

/** Shown in place of what is not read yet: a skeleton, or why it could not be read. */
export function QueryState({ query: { data, isPending, isError, error, refetch }, height = 76 }: Props) {
  if (isPending) return <ListSkeleton height={height} />;
  return isError && !data && <ErrorState error={error} retry={() => void refetch()} />;
}
