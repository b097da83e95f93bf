import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { downloadFile } from '../../api/download-file.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { timeZone } from '../../i18n/dates.ts';
import { preferredLanguage } from '../../i18n/locale.ts';
import { localDate } from '../../lib/calendar-date.ts';
import { saveFile } from '../../lib/save-file.ts';
import { FormError } from '../../ui/form-error.tsx';
import { useActivityTexts } from './texts/texts.ts';
import type { ActivityQuery } from './url-filters.ts';

/** A button that downloads what the page lists, all of it. */
export function ExportButton({ query }: { query: ActivityQuery }) {
  const texts = useActivityTexts();
  const isOnline = useIsOnline();
  const [running, setRunning] = useState<AbortController>();
  const [error, setError] = useState<unknown>();
  useEffect(() => () => running?.abort(), [running]);
  async function run(): Promise<void> {
    const stopping = new AbortController();
    setRunning(stopping);
    setError(undefined);
    try {
      const input = { query: { ...query, timezone: timeZone(), language: preferredLanguage() } };
      const file = await downloadFile('GET /ext/activity.csv', input, { signal: stopping.signal });
      saveFile(file, `activity-${localDate(new Date())}.csv`);
    } catch (problem) {
      if (!stopping.signal.aborted) setError(problem);
    }
    if (!stopping.signal.aborted) setRunning(undefined);
  }
  return (
    <>
      <FormError error={error} />
      <Button
        variant="default"
        disabled={!isOnline}
        aria-disabled={running !== undefined}
        onClick={() => {
          if (!running) void run();
        }}
      >
        {running ? texts.preparing : texts.export}
      </Button>
    </>
  );
}
