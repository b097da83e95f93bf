import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** Scrolls sideways what is wider than the page, with the keyboard too. @param labelledBy of the heading that names it */
export function ScrollBox({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <Box className="scroll-box" role="group" aria-labelledby={labelledBy} tabIndex={0} style={{ overflowX: 'auto' }}>
      {children}
    </Box>
  );
}
