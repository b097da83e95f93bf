import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isStatus } from '../http/errors.ts';
import { ErrorState } from './error-state.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { NotFound } from './not-found.tsx';
import { PageLayout } from './page-layout.tsx';

interface Props<T> {
  /** until it is read */
  title: string;
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** A page about one thing: until it is read a skeleton, or why it cannot be read. */
export function LoadedPage<T>({ title, query: { data, isError, error, refetch }, children }: Props<T>) {
  if (isStatus(error, 400, 403, 404)) return <NotFound />;
  if (data !== undefined) return children(data);
  return (
    <PageLayout title={title}>
      {isError ? <ErrorState error={error} retry={() => void refetch()} /> : <ListSkeleton />}
    </PageLayout>
  );
}
