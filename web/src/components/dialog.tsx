import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../i18n/locale.ts';
import { ToastList } from './toast-list.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  isPhoto?: boolean;
}

/** The browser's own dialog: it keeps the focus in, gives it back, and closes with Escape. */
export function Dialog({ title, onClose, children, isPhoto = false }: Props) {
  const messages = useMessages();
  const name = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const beganBeside = useRef(false);
  // Before it leaves the page, or the browser would not give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    // Whoever opened it wants to write, and not to close it again.
    shown?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it is what Escape is on the keyboard
    <dialog
      ref={dialog}
      className={isPhoto ? 'dialog photo-dialog' : 'dialog'}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        beganBeside.current = event.target === dialog.current;
      }}
      // Text that is selected beyond the edge ends in a click beside it, too.
      onClick={(event) => event.target === dialog.current && beganBeside.current && onClose()}
    >
      <div className="dialog-body">
        <header>
          <h2 id={name}>{title}</h2>
          <button type="button" className="text-button" onClick={onClose}>
            {messages.app.close}
          </button>
        </header>
        {children}
      </div>
      <ToastList />
    </dialog>
  );
}
