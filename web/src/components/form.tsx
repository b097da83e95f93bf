import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { FormError } from './form-error.tsx';

interface Props {
  children: ReactNode;
  submit: string;
  onSubmit: () => void;
  onCancel?: () => void;
  isBusy: boolean;
  isReady?: boolean;
  error?: unknown;
  isDangerous?: boolean;
}

/**
 * A form: fields, the error below them, and buttons.
 * @param isReady false while a required field is missing: the form cannot be submitted
 */
export function Form({ children, submit, onSubmit, onCancel, isBusy, isReady = true, error, isDangerous = false }: Props) {
  const messages = useMessages();
  function submitForm(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !isBusy) onSubmit();
  }
  return (
    <form onSubmit={submitForm} className="form">
      {children}
      <FormError error={error} />
      <div className="row-actions">
        <Button
          type="submit"
          loading={isBusy}
          disabled={!isReady}
          {...(isDangerous && { variant: 'default', className: 'danger' })}
        >
          {submit}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {messages.app.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
