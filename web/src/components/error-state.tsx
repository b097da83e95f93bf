import { Button } from '@mantine/core';
import { useIsOnline } from '../http/connectivity.ts';
import { OfflineError } from '../http/errors.ts';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/locale.ts';

/** Shown instead of data that could not be read, with a button that reads it again. */
export function ErrorState({ error, retry }: { error: unknown; retry: () => void }) {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const isOffline = !isOnline && error instanceof OfflineError;
  return (
    <div className="empty-state" role="alert">
      {!isOffline && <h2>{messages.app.failed}</h2>}
      <p className="muted">{isOffline ? messages.app.notDownloaded : errorText(error, messages)}</p>
      <Button variant="default" onClick={retry}>
        {messages.app.retry}
      </Button>
    </div>
  );
}
