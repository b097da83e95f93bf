import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { PopoverButton } from '../../../components/popover-button.tsx';
import { useIsOnline } from '../../../http/connectivity.ts';
import type { Filters } from '../url-filters.ts';
import { ExportDialog, type ExportFormat } from './export-dialog.tsx';
import { exportQuery } from './export-query.ts';
import { useExportTexts } from './texts/texts.ts';

const formats = { csv: 'csv', xlsx: 'excel' } as const;

/** Downloads all tickets of the list as a file. */
export function ExportButton({ filters }: { filters: Filters }) {
  const texts = useExportTexts();
  const isOnline = useIsOnline();
  const [format, setFormat] = useState<ExportFormat>();
  return (
    <>
      <PopoverButton
        label={texts.export}
        button={(trigger) => (
          <Button {...trigger} variant="default" mih={44} disabled={!isOnline}>
            {texts.export}
          </Button>
        )}
      >
        {(close) => (
          <Stack gap="xs" p="xs">
            {(['csv', 'xlsx'] as const).map((one) => (
              <Button
                key={one}
                variant="subtle"
                mih={44}
                onClick={() => {
                  close();
                  setFormat(one);
                }}
              >
                {texts[formats[one]]}
              </Button>
            ))}
          </Stack>
        )}
      </PopoverButton>
      {format && <ExportDialog format={format} query={exportQuery(filters)} onClose={() => setFormat(undefined)} />}
    </>
  );
}
