import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useWords } from '../../words/index.ts';

interface Props {
  label: string;
  /** what is chosen, in words; nothing without */
  value: string | undefined;
  onClear: () => void;
  children: (close: () => void) => ReactNode;
}

/** A filter with too many values for a list: they are searched. */
export function PickFilter({ label, value, onClear, children }: Props) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <div className="person-filter">
      <span className="legend">{label}</span>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        onClick={() => setOpen(true)}
        aria-label={`${label}: ${value ?? words.list.any}`}
      >
        {value ?? words.list.any}
      </Button>
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
              {words.list.any}
            </Button>
          )}
          {children(close)}
        </Dialog>
      )}
    </div>
  );
}
