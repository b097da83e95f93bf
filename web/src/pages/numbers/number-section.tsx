import { Box, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { useNumberTexts } from './texts/texts.ts';

interface Props {
  id: string;
  title: string;
  /** what is folded away: the numbers of a chart, or all that there is */
  folded?: ReactNode;
  children?: ReactNode;
}

/** A part of the page with its heading. */
export function NumberSection({ id, title, folded, children }: Props) {
  const texts = useNumberTexts();
  const heading = (
    <Title order={2} id={id} display={children ? undefined : 'inline'}>
      {title}
    </Title>
  );
  return (
    <Panel aria-labelledby={id}>
      {children && heading}
      {children}
      {folded && (
        <Box component="details" className="folded">
          <Box component="summary" c={children ? 'dimmed' : undefined}>
            {children ? texts.table : heading}
          </Box>
          <Stack gap="sm" mt="xs">
            {folded}
          </Stack>
        </Box>
      )}
    </Panel>
  );
}
