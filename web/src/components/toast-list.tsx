import { useEffect, useState } from 'react';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/locale.ts';
import { dismissToast, pauseToast, removeToast, restartToast, type Toast, useToast } from '../lib/toasts.ts';

/** Shows the toast; one list is on the page and one in each dialog. */
export function ToastList() {
  const toast = useToast();
  return (
    <section className="toasts" aria-live="polite">
      {toast && <ToastItem key={toast.id} {...toast} />}
    </section>
  );
}

function ToastItem({ id, text, error, undo, action }: Toast) {
  const messages = useMessages();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  useEffect(() => {
    if (!isPaused) return;
    pauseToast(id);
    return () => restartToast(id);
  }, [id, isPaused]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause its timer
    <div
      className={error ? 'toast error' : 'toast'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span>{error ? errorText(error, messages) : text}</span>
      {undo && (
        <button
          type="button"
          onClick={() => {
            removeToast(id);
            undo();
          }}
        >
          {messages.app.undo}
        </button>
      )}
      {action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" onClick={() => dismissToast(id)}>
        {messages.app.dismiss}
      </button>
    </div>
  );
}
