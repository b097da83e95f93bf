import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { FormError } from './form-error.tsx';

interface Props {
  children: ReactNode;
  submit: string;
  onSubmit: () => void;
  onCancel?: () => void;
  isBusy: boolean;
  isReady?: boolean;
  /** the label of something outside of the form that is missing */
  alsoMissing?: string | undefined;
  error?: unknown;
  isDangerous?: boolean;
  /** the button is as wide as the fields */
  isWide?: boolean;
}

/**
 * A form: fields, the error below them, and buttons.
 * @param isReady false while a required field is missing: the form cannot be submitted
 */
export function Form({
  children,
  submit,
  onSubmit,
  onCancel,
  isBusy,
  isReady = true,
  alsoMissing,
  error,
  isDangerous = false,
  isWide = false,
}: Props) {
  const messages = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const reasonId = useId();
  const [missing, setMissing] = useState('');
  useEffect(() => {
    if (!isReady) setMissing([alsoMissing, missingLabels(form.current)].filter(Boolean).join(', '));
  });
  function submitForm(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !isBusy) onSubmit();
  }
  return (
    <form ref={form} onSubmit={submitForm}>
      <Stack mt="xs">
        {children}
        <FormError error={error} />
        <Group gap="xs" grow={isWide}>
          <Button
            type="submit"
            loading={isBusy}
            disabled={!isReady}
            aria-describedby={isReady ? undefined : reasonId}
            {...(isDangerous && { variant: 'outline', color: 'red' })}
          >
            {submit}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {messages.app.cancel}
            </Button>
          )}
        </Group>
        {!isReady && (
          <Text id={reasonId} size="sm" c="dimmed">
            {missing ? messages.app.fillIn(missing) : messages.app.incomplete}
          </Text>
        )}
      </Stack>
    </form>
  );
}

/** The labels of the required fields that are empty. */
function missingLabels(form: HTMLFormElement | null): string {
  const empty = [...(form?.querySelectorAll<HTMLInputElement>(':is(input, select, textarea):required') ?? [])].filter(
    ({ value }) => value.trim() === '',
  );
  return empty
    .map(({ labels }) => labels?.[0]?.textContent?.trim().replace(/\?$/, '')) // it ends a sentence here
    .filter(Boolean)
    .join(', ');
}
