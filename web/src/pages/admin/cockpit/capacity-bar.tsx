import { Box } from '@mantine/core';

/** A bar of so many requests, where it is not known how many a worker usually finishes. */
const assumedUsual = 5;

/** The open requests of a worker against what the worker usually finishes in a week; over it, the bar is full and amber. */
export function CapacityBar({ open, usual = assumedUsual }: { open: number; usual: number | undefined }) {
  const share = Math.min(1, open / usual);
  return (
    <Box component="span" display="block" h={6} mt={4} bdrs={3} bg="var(--border)" aria-hidden>
      <Box
        component="i"
        w={`${Math.round(share * 100)}%`}
        bg={open > usual ? 'var(--warning)' : 'var(--status-assigned)'}
        display="block"
        h="100%"
        bdrs={3}
      />
    </Box>
  );
}
