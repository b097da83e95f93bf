import { Skeleton } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';

const rows = ['a', 'b', 'c', 'd'];

/**
 * Shown while a list is read.
 * @param height of a row in pixels
 */
export function ListSkeleton({ height = 76 }: { height?: number }) {
  return (
    <div className="stack" role="status" aria-label={useMessages().app.loading}>
      {rows.map((key) => (
        <Skeleton key={key} height={height} radius="md" />
      ))}
    </div>
  );
}
