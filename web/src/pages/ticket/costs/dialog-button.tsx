import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsOnline } from '../../../http/connectivity.ts';
import { useCostTexts } from './texts/texts.ts';

interface Props {
  text: string;
  /** the dialog, which calls `close` when it is to be closed */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog for what needs a connection, because others are notified at once. */
export function DialogButton({ text, children }: Props) {
  const { notOffline } = useCostTexts();
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="default" disabled={!isOnline} title={isOnline ? undefined : notOffline} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </div>
  );
}
