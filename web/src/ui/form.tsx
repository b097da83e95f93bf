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
  const [reason, setReason] = useState('');
  useEffect(() => {
    if (isReady) return;
    const fields = [...(form.current?.querySelectorAll<Field>('input, select, textarea') ?? [])];
    const missing = [alsoMissing, ...labelsOf(fields.filter(isMissing))].filter(Boolean);
    setReason(missing.length > 0 ? messages.app.fillIn(missing.join(', ')) : messages.app.check(wrongLabels(fields).join(', ')));
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
            {reason}
          </Text>
        )}
      </Stack>
    </form>
  );
}

type Field = HTMLInputElement;

const isMissing = ({ required, value }: Field): boolean => required && value.trim() === '';
const isWrong = (field: Field): boolean =>
  field.getAttribute('aria-invalid') === 'true' || !field.validity.valid || field.value.trim().length < field.minLength;

/** The fields that keep a form without empty fields from being sent; the required ones where none of them shows an error. */
function wrongLabels(fields: Field[]): string[] {
  const wrong = fields.filter(isWrong);
  const required = fields.filter((field) => field.required);
  return labelsOf([wrong, required, fields].find(({ length }) => length > 0) ?? []);
}

const labelsOf = (fields: Field[]): string[] =>
  fields
    .map(({ labels }) => labels?.[0]?.textContent?.trim().replace(/\?$/, '') ?? '') // it ends a sentence here
    .filter(Boolean);
