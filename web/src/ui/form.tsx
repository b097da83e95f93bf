import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { FormError } from './form-error.tsx';

interface Props {
  children: ReactNode;
  submit: string;
  onSubmit: () => void;
  onCancel?: () => void;
  /** the text of the button that cancels */
  cancel?: string | undefined;
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
 * A form: fields, the error below them, and buttons at its right, the one that submits last.
 * @param isReady false while a required field is missing: an attempt to submit says which
 */
export function Form({
  children,
  submit,
  onSubmit,
  onCancel,
  cancel,
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
  const [isAttempted, setAttempted] = useState(false);
  const [missing, setMissing] = useState('');
  const isHintShown = isAttempted && !isReady;
  useEffect(() => {
    if (isHintShown) setMissing([alsoMissing, ...emptyFields(form.current).map(labelOf)].filter(Boolean).join(', '));
  });
  function submitForm(event: FormEvent): void {
    event.preventDefault();
    setAttempted(!isReady);
    if (!isReady) emptyFields(form.current)[0]?.focus();
    else if (!isBusy) onSubmit();
  }
  return (
    // The hint is in the language of the console, that of the browser is not.
    <form ref={form} noValidate={!isReady} onSubmit={submitForm}>
      <Stack mt="xs">
        {children}
        <FormError error={error} />
        {isHintShown && (
          <Text id={reasonId} size="sm" c="var(--danger)" role="alert">
            {missing ? messages.app.fillIn(missing) : messages.app.incomplete}
          </Text>
        )}
        <Group className="form-actions" gap="xs" grow={isWide} justify={onCancel && 'flex-end'}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {cancel ?? messages.app.cancel}
            </Button>
          )}
          <Button
            type="submit"
            loading={isBusy}
            aria-disabled={!isReady}
            aria-describedby={isHintShown ? reasonId : undefined}
            {...(isDangerous && { color: 'red' })}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Field = HTMLInputElement;

/** The required fields that are empty or too short. */
const emptyFields = (form: HTMLFormElement | null): Field[] =>
  [...(form?.querySelectorAll<Field>(':is(input, select, textarea):required') ?? [])].filter(
    ({ value, minLength }) => value.trim().length < Math.max(1, minLength),
  );

/** A question mark would end the sentence of the hint. */
const labelOf = ({ labels }: Field): string | undefined => labels?.[0]?.textContent?.trim().replace(/\?$/, '');
