import { Button, Input } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { Dialog } from './dialog.tsx';

interface Props {
  label: string;
  /** the name of the selected value */
  value: string | undefined;
  onClear: () => void;
  /** shown while none is selected; any by default */
  noneLabel?: string;
  children: (close: () => void) => ReactNode;
}

/** A filter whose values are searched in a dialog, because there are too many for a select. */
export function FilterWithDialog({ label, value, onClear, noneLabel, children }: Props) {
  const messages = useMessages();
  const none = noneLabel ?? messages.list.any;
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Input component="button" type="button" pointer onClick={() => setOpen(true)} aria-label={`${label}: ${value ?? none}`}>
        {value ?? none}
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
              {none}
            </Button>
          )}
          {children(close)}
        </Dialog>
      )}
    </Input.Wrapper>
  );
}
