import { useEffect, useState } from 'react';
import { SessionEndedError } from '../http/errors.ts';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/locale.ts';
import { dismissToast, pauseToast, removeToast, restartToast, type Toast, useToasts } from '../lib/toasts.ts';

/** Shows the toasts; one list is on the page and one in each dialog. */
export function ToastList() {
  return (
    <section className="toasts" aria-live="polite">
      {useToasts()
        .filter(({ error }) => !(error instanceof SessionEndedError))
        .map((toast) => (
          <ToastItem key={toast.id} {...toast} />
        ))}
    </section>
  );
}

function ToastItem({ id, text, error, undo }: Toast) {
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
      <button type="button" onClick={() => dismissToast(id)}>
        {messages.app.dismiss}
      </button>
    </div>
  );
}
