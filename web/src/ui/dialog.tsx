import { ActionIcon, Box, Group, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { Icon } from './icon.tsx';
import { ToastList } from './toast-list.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  isPhoto?: boolean;
  /** on a phone at the lower edge, in reach of the thumb */
  isSheet?: boolean;
  /** false for what is shown once: a click beside the dialog does not close it */
  closesOnBackdrop?: boolean;
}

/** A modal `<dialog>`: the browser keeps the focus inside, restores it, and closes it with Escape. */
export function Dialog({ title, onClose, children, isPhoto = false, isSheet = false, closesOnBackdrop = true }: Props) {
  const messages = useMessages();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const startedOnBackdrop = useRef(false);
  // Closed before it leaves the page: otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // By default the browser focuses the first button, which closes the dialog.
    element?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: on the keyboard, Escape closes it
    <dialog
      ref={dialog}
      className={isPhoto ? 'dialog photo-dialog' : isSheet ? 'dialog sheet' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        startedOnBackdrop.current = closesOnBackdrop && event.target === dialog.current;
      }}
      // Selecting text beyond the edge also ends in a click on the backdrop.
      onClick={(event) => event.target === dialog.current && startedOnBackdrop.current && onClose()}
    >
      <Box {...(!isPhoto && { px: 'lg', pt: 'md', pb: 'lg' })} className="dialog-body">
        <Group component="header" justify="space-between" wrap="nowrap" {...(isPhoto && { pl: 'md', pr: 'xs', py: 4 })}>
          <Title order={2} {...(isPhoto && { size: 'sm' })} id={titleId}>
            {title}
          </Title>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="var(--min-target-size)"
            mr={isPhoto ? 0 : -8}
            aria-label={messages.app.close}
            onClick={onClose}
          >
            <Icon icon={IconX} />
          </ActionIcon>
        </Group>
        {children}
      </Box>
      <ToastList />
    </dialog>
  );
}
