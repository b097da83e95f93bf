import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { downloadFile } from '../../../api/download-file.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { timeZone } from '../../../i18n/dates.ts';
import { preferredLanguage } from '../../../i18n/locale.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { FormError } from '../../../ui/form-error.tsx';
import { useReportTexts } from './texts/texts.ts';

/** Downloads the report of a ticket, in the language of the console and the time zone of the device. */
export function ReportButton({ ticketId }: { ticketId: number }) {
  const texts = useReportTexts();
  const isOnline = useIsOnline();
  const [running, setRunning] = useState<AbortController>();
  const [error, setError] = useState<unknown>();
  useEffect(() => () => running?.abort(), [running]);
  async function download(): Promise<void> {
    const stopping = new AbortController();
    const { signal } = stopping;
    setRunning(stopping);
    setError(undefined);
    const input = { params: { id: ticketId }, query: { language: preferredLanguage(), timezone: timeZone() } };
    try {
      saveFile(await downloadFile('GET /ext/tickets/{id}/report.pdf', input, { signal }), `ticket-${ticketId}.pdf`);
    } catch (problem) {
      if (!signal.aborted) setError(problem);
    }
    if (!signal.aborted) setRunning(undefined);
  }
  return (
    <Stack className="report-button" gap="xs" align="start">
      <Button
        variant="subtle"
        disabled={!isOnline}
        aria-disabled={running !== undefined}
        onClick={() => {
          if (!running) void download();
        }}
      >
        {running ? texts.preparing : texts.download}
      </Button>
      <FormError error={error} />
    </Stack>
  );
}
