import { Button, Input } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { Dialog } from './dialog.tsx';

interface Props {
  label: string;
  /** the name of the selected value */
  value: string | undefined;
  onClear: () => void;
  children: (close: () => void) => ReactNode;
}

/** A filter whose values are searched in a dialog, because there are too many for a select. */
export function FilterWithDialog({ label, value, onClear, children }: Props) {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Input
        component="button"
        type="button"
        pointer
        onClick={() => setOpen(true)}
        aria-label={`${label}: ${value ?? messages.list.any}`}
      >
        {value ?? messages.list.any}
      </Input>
      {isOpen && (
        <Dialog title={label} onClose={close}>
          {value !== undefined && (
            <Button
              variant="subtle"
              onClick={() => {
                onClear();
                close();
              }}
            >
              {messages.list.any}
            </Button>
          )}
          {children(close)}
        </Dialog>
      )}
    </Input.Wrapper>
  );
}
