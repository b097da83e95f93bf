import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/locale.ts';

/** Nothing is here, and what to do about it. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}

export function ErrorState({ error, retry }: { error: unknown; retry: () => void }) {
  const messages = useMessages();
  return (
    <div className="empty" role="alert">
      <h2>{messages.app.failed}</h2>
      <p className="muted">{errorText(error, messages)}</p>
      <Button variant="default" onClick={retry}>
        {messages.app.retry}
      </Button>
    </div>
  );
}

/** The refusal of a form, where the form is. */
export function FormError({ error }: { error: unknown }) {
  const messages = useMessages();
  if (!error) return null;
  return (
    <p className="refused" role="alert">
      {errorText(error, messages)}
    </p>
  );
}
