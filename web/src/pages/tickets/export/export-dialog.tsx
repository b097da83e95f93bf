import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { downloadFile } from '../../../api/download-file.ts';
import { localeTag, useMessages } from '../../../i18n/locale.ts';
import { localDate } from '../../../lib/calendar-date.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { useExportTexts } from './texts/texts.ts';

export type ExportFormat = 'csv' | 'xlsx';

interface Props {
  format: ExportFormat;
  query: URLSearchParams;
  onClose: () => void;
}

/** Shows how much of a file was received; closing it cancels the download. */
export function ExportDialog({ format, query, onClose }: Props) {
  const texts = useExportTexts();
  const messages = useMessages();
  const [bytes, setBytes] = useState(0);
  const [error, setError] = useState<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one download for each time that it is opened
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    downloadFile(`GET /ext/tickets.${format}`, { query: Object.fromEntries(query) }, { signal, onProgress: setBytes }).then(
      (file) => {
        if (signal.aborted) return;
        saveFile(file, `tickets-${localDate(new Date())}.${format}`);
        onClose();
      },
      (problem) => !signal.aborted && setError(problem),
    );
    return () => stopping.abort();
  }, []);
  const megabytes = new Intl.NumberFormat(localeTag(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    bytes / 1e6,
  );
  return (
    <Dialog title={texts.export} onClose={onClose} closesOnBackdrop={false}>
      <Stack>
        <FormError error={error} />
        {!error && <Text className="numbers">{bytes > 0 ? texts.received(megabytes) : texts.preparing}</Text>}
        <Button variant="default" onClick={onClose}>
          {messages.app.cancel}
        </Button>
      </Stack>
    </Dialog>
  );
}
