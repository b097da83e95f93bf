import { Button, type ButtonProps, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIsOnline } from '../http/connectivity.ts';
import { useMessages } from '../i18n/locale.ts';
import { FormError } from './form-error.tsx';

interface Props extends Pick<ButtonProps, 'variant' | 'className'> {
  text: string;
  /** false while it is not known what to download */
  isReady?: boolean;
  download: (signal: AbortSignal) => Promise<void>;
}

/** A button that downloads a file, and says why when it cannot be downloaded. Leaving the page ends the download. */
export function DownloadButton({ text, isReady = true, variant = 'default', className, download }: Props) {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const [running, setRunning] = useState<AbortController>();
  const [error, setError] = useState<unknown>();
  useEffect(() => () => running?.abort(), [running]);
  async function run(): Promise<void> {
    const stopping = new AbortController();
    setRunning(stopping);
    setError(undefined);
    try {
      await download(stopping.signal);
    } catch (problem) {
      if (!stopping.signal.aborted) setError(problem);
    }
    if (!stopping.signal.aborted) setRunning(undefined);
  }
  return (
    <Stack className={className} gap="xs" align="start">
      <Button
        mih={44}
        variant={variant}
        disabled={!isOnline || !isReady}
        aria-disabled={running !== undefined}
        onClick={() => {
          if (!running) void run();
        }}
      >
        {running ? messages.upload.preparing : text}
      </Button>
      <FormError error={error} />
    </Stack>
  );
}
