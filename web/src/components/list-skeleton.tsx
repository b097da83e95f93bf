import { Skeleton } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';

const few = ['a', 'b', 'c', 'd'];

/** The place where rows will be. */
export function ListSkeleton({ height = 76 }: { height?: number }) {
  return (
    <div className="stack" role="status" aria-label={useMessages().app.loading}>
      {few.map((key) => (
        <Skeleton key={key} height={height} radius="md" />
      ))}
    </div>
  );
}
