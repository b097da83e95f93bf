import { Skeleton } from '@mantine/core';
import { useWords } from '../words/index.ts';

const few = ['a', 'b', 'c', 'd'];

/** The place where rows will be. */
export function Rows({ height = 76 }: { height?: number }) {
  return (
    <div className="stack" role="status" aria-label={useWords().app.loading}>
      {few.map((key) => (
        <Skeleton key={key} height={height} radius="md" />
      ))}
    </div>
  );
}
