import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { isLinkUp } from '../api/link.ts';
import { queryClient } from '../api/queries.ts';
import { useWords } from '../words/index.ts';
import { isChunkError } from './chunk-error.ts';
import { Page } from './page.tsx';

/** Stands in for a page that cannot be rendered or loaded. It needs no router: the router may be what failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const words = useWords();
  const isChunk = isChunkError(error);
  function tryAgain(): void {
    if (isChunk) {
      // Some browsers remember until a reload that a script could not be loaded.
      location.reload();
      return;
    }
    // The data that the page has read may be why it fails. Without a connection there is no other data.
    if (isLinkUp()) queryClient.removeQueries({ type: 'inactive' });
    reset();
  }
  return (
    <Page title={words.crash.title} lead={isChunk ? words.crash.notLoaded : words.crash.text}>
      <div className="row-actions" role="alert">
        <Button onClick={tryAgain}>{words.app.retry}</Button>
        <Button component="a" href="/app/" variant="default">
          {words.app.toHome}
        </Button>
      </div>
    </Page>
  );
}
