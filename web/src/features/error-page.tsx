import { Button, Group } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { isOnline } from '../http/connectivity.ts';
import { useMessages } from '../i18n/locale.ts';
import { isChunkLoadError } from '../ui/chunk-load-error.ts';
import { PageLayout } from '../ui/page-layout.tsx';

/** Shown instead of a page that cannot be rendered or loaded. It uses no router, because the router may have failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const messages = useMessages();
  const isChunk = isChunkLoadError(error);
  function tryAgain(): void {
    if (isChunk) {
      // Some browsers cache a failed import until the page is reloaded.
      location.reload();
      return;
    }
    // The page may fail because of cached data. Without a connection nothing else can be read.
    if (isOnline()) queryClient.removeQueries({ type: 'inactive' });
    reset();
  }
  return (
    <PageLayout title={messages.crash.title} lead={isChunk ? messages.crash.notLoaded : messages.crash.text}>
      <Group gap="xs" role="alert">
        <Button onClick={tryAgain}>{messages.app.retry}</Button>
        <Button component="a" href="/app/" variant="default">
          {messages.app.toHome}
        </Button>
      </Group>
    </PageLayout>
  );
}
