import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useIsOnline } from '../http/connectivity.ts';
import { NoAnswerError } from '../http/errors.ts';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/locale.ts';
import { EmptyState } from './empty-state.tsx';

/** Shown instead of data that could not be read, with a button that reads it again. */
export function ErrorState({ error, retry }: { error: unknown; retry: () => void }) {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const isOffline = !isOnline && error instanceof NoAnswerError;
  return (
    <EmptyState
      role="alert"
      icon={isOffline ? IconCloudOff : IconAlertTriangle}
      title={!isOffline && messages.app.failed}
      action={
        <Button variant="default" onClick={retry}>
          {messages.app.retry}
        </Button>
      }
    >
      {isOffline ? messages.app.notDownloaded : errorText(error, messages)}
    </EmptyState>
  );
}
