import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { isOnline } from '../http/connectivity.ts';
import { useMessages } from '../i18n/locale.ts';
import { isChunkError } from './chunk-error.ts';
import { Page } from './page.tsx';

/** Stands in for a page that cannot be rendered or loaded. It needs no router: the router may be what failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const messages = useMessages();
  const isChunk = isChunkError(error);
  function tryAgain(): void {
    if (isChunk) {
      // Some browsers remember until a reload that a script could not be loaded.
      location.reload();
      return;
    }
    // The data that the page has read may be why it fails. Without a connection there is no other data.
    if (isOnline()) queryClient.removeQueries({ type: 'inactive' });
    reset();
  }
  return (
    <Page title={messages.crash.title} lead={isChunk ? messages.crash.notLoaded : messages.crash.text}>
      <div className="row-actions" role="alert">
        <Button onClick={tryAgain}>{messages.app.retry}</Button>
        <Button component="a" href="/app/" variant="default">
          {messages.app.toHome}
        </Button>
      </div>
    </Page>
  );
}
