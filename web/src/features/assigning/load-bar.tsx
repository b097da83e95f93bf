import { Box, Group } from '@mantine/core';
import type { Workload } from '../../contract/schemas.ts';

const statuses = ['rejected', 'assigned', 'in_progress', 'done'] as const;
/** The bar shows no more tickets; the number beside it is exact. */
const maxSegments = 12;

/** The open tickets of a worker as one segment each, in the color of the status. */
export function LoadBar({ load }: { load: Workload }) {
  const segments = statuses.flatMap((status) => Array.from({ length: Math.min(load[status], maxSegments) }, () => status));
  return (
    <Group component="span" gap={2} wrap="nowrap" aria-hidden>
      {segments.slice(0, maxSegments).map((status, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity
        <Box key={index} component="i" w={8} h={6} bg={`var(--status-${status})`} bdrs={2} />
      ))}
    </Group>
  );
}
