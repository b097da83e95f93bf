import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useIsOnline } from '../../../http/connectivity.ts';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { ExportDialog, type ExportFormat } from './export-dialog.tsx';
import { useExportTexts } from './texts/texts.ts';

const formats = { csv: 'csv', xlsx: 'excel' } as const;

interface Props {
  /** which tickets, in which order */
  query: () => URLSearchParams;
  /** how many; undefined: not known */
  count: number | undefined;
  /** the text of the button */
  label?: string;
}

/** Downloads tickets as a file. */
export function ExportButton({ query, count, label }: Props) {
  const texts = useExportTexts();
  const isOnline = useIsOnline();
  const [format, setFormat] = useState<ExportFormat>();
  return (
    <>
      <PopoverButton
        label={label ?? texts.export}
        button={(trigger) => (
          <Button {...trigger} variant="default" disabled={!isOnline}>
            {label ?? texts.export}
          </Button>
        )}
      >
        {(close) => (
          <Stack gap="xs" p="xs">
            {count !== undefined && (
              <Text size="sm" c="dimmed" px="xs">
                {texts.count(count)}
              </Text>
            )}
            {(['csv', 'xlsx'] as const).map((one) => (
              <Button
                key={one}
                variant="subtle"
                justify="flex-start"
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
      {format && <ExportDialog format={format} query={query()} onClose={() => setFormat(undefined)} />}
    </>
  );
}
