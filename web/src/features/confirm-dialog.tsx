import type { ReactNode } from 'react';
import type { Input, OperationName, QueryName } from '../api/client.ts';
import { useFormMutation } from '../api/queries.ts';
import { showToast } from '../lib/toasts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';

interface Props<Name extends OperationName> {
  operation: Name;
  input: Input<Name>;
  invalidates: readonly QueryName[];
  /** what a toast says afterwards */
  done: string;
  onClose: () => void;
  /** called after it has closed */
  onClosed?: () => void;
  submit: string;
  isReady?: boolean;
  isDangerous?: boolean;
  children?: ReactNode;
}

/** A form whose button runs an operation of the API. When that is done, a toast says so and the form closes. */
export function ConfirmForm<Name extends OperationName>({
  operation,
  input,
  invalidates,
  done,
  onClose,
  onClosed,
  children,
  ...form
}: Props<Name>) {
  const mutation = useFormMutation(operation, {
    invalidates,
    onSuccess: () => {
      showToast({ text: done });
      onClose();
      if (onClosed) setTimeout(onClosed);
    },
  });
  return (
    <Form {...form} onSubmit={() => mutation.mutate(input)} onCancel={onClose} mutation={mutation}>
      {children}
    </Form>
  );
}

/** Asks in a dialog before it runs an operation of the API. */
export function ConfirmDialog<Name extends OperationName>({ title, ...form }: Props<Name> & { title: string }) {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <ConfirmForm {...form} />
    </Dialog>
  );
}

/** Moves the focus to the heading of the page, because a deleted row disappears with its button. */
export const focusHeading = (): void => document.querySelector('h1')?.focus();
