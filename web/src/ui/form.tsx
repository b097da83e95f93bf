import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { FormError } from './form-error.tsx';

type Mutation = { isPending: boolean; error: unknown };

interface Props {
  children: ReactNode;
  submit: string;
  onSubmit: () => void;
  onCancel?: () => void;
  /** the text of the button that cancels */
  cancel?: string | undefined;
  /** what it sends with: it is busy meanwhile, and shows the error */
  mutation?: Mutation | Mutation[];
  isBusy?: boolean;
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
  mutation = [],
  isBusy = [mutation].flat().some(({ isPending }) => isPending),
  isReady = true,
  alsoMissing,
  error = [mutation].flat().find((one) => one.error)?.error,
  isDangerous = false,
  isWide = false,
}: Props) {
  const messages = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const reasonId = useId();
  const [isAttempted, setAttempted] = useState(false);
  const [reason, setReason] = useState('');
  const isHintShown = isAttempted && !isReady;
  useEffect(() => {
    if (!isHintShown) return;
    const fields = fieldsOf(form.current);
    const missing = [alsoMissing, ...labelsOf(fields.filter(isMissing))].filter(Boolean);
    setReason(missing.length > 0 ? messages.app.fillIn(missing.join(', ')) : messages.app.check(wrongLabels(fields).join(', ')));
  });
  function submitForm(event: FormEvent): void {
    event.preventDefault();
    setAttempted(!isReady);
    if (!isReady)
      fieldsOf(form.current)
        .find((field) => isMissing(field) || isWrong(field))
        ?.focus();
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
            {reason}
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

const fieldsOf = (form: HTMLFormElement | null): Field[] => [...(form?.querySelectorAll<Field>('input, select, textarea') ?? [])];

const isMissing = ({ required, value }: Field): boolean => required && value.trim() === '';
const isWrong = (field: Field): boolean =>
  field.getAttribute('aria-invalid') === 'true' || !field.validity.valid || field.value.trim().length < field.minLength;

/** The fields that keep a form without empty fields from being sent; the required ones where none of them shows an error. */
function wrongLabels(fields: Field[]): string[] {
  const wrong = fields.filter(isWrong);
  const required = fields.filter((field) => field.required);
  return labelsOf([wrong, required, fields].find(({ length }) => length > 0) ?? []);
}

/** The labels of fields; of several checkboxes that are one choice, their legend. */
function labelsOf(fields: Field[]): string[] {
  const legendOf = (field: Field) => (field.type === 'checkbox' ? field.closest('fieldset')?.querySelector('legend') : undefined);
  const labels = fields.map((field) => (legendOf(field) ?? field.labels?.[0])?.textContent?.trim() ?? '');
  return [...new Set(labels.map((label) => label.replace(/\?$/, '')))].filter(Boolean); // it ends a sentence here
}
