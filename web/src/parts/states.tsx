import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText, useWords } from '../words/index.ts';

/** Nothing is here, and what to do about it. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}

export function Problem({ error, retry }: { error: unknown; retry: () => void }) {
  const words = useWords();
  return (
    <div className="empty" role="alert">
      <h2>{words.app.failed}</h2>
      <p className="muted">{errorText(error, words)}</p>
      <Button variant="default" onClick={retry}>
        {words.app.retry}
      </Button>
    </div>
  );
}

/** The refusal of a form, where the form is. */
export function Refused({ error }: { error: unknown }) {
  const words = useWords();
  if (!error) return null;
  return (
    <p className="refused" role="alert">
      {errorText(error, words)}
    </p>
  );
}
