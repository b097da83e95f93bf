import { Skeleton, Stack } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { useIsOnline } from '../http/connectivity.ts';
import { useMessages } from '../i18n/locale.ts';
import { NotDownloaded } from './not-downloaded.tsx';

const rows = ['a', 'b', 'c', 'd'];
/** Without a connection the scripts of a page still come from the cache of the service worker. */
const notDownloadedAfterMs = 300;

/**
 * Shown while a list is read.
 * @param height of a row in pixels
 */
export function ListSkeleton({ height = 76 }: { height?: number }) {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const [isSlow, setSlow] = useState(false);
  useTimeout(() => setSlow(true), notDownloadedAfterMs, { autoInvoke: true });
  if (!isOnline && isSlow) return <NotDownloaded />;
  return (
    <Stack gap="xs" role="status" aria-label={messages.app.loading}>
      {rows.map((key) => (
        <Skeleton key={key} height={height} radius="md" />
      ))}
    </Stack>
  );
}
