import { useEffect, useState } from 'react';
import { SessionEndedError } from '../http/errors.ts';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/locale.ts';
import { dismissToast, pauseToast, removeToast, restartToast, type Toast, useToasts } from '../lib/toasts.ts';

export function ToastList() {
  return (
    <section className="toasts" aria-live="polite">
      {useToasts()
        .filter(({ error }) => !(error instanceof SessionEndedError))
        .map((notice) => (
          <Line key={notice.id} {...notice} />
        ))}
    </section>
  );
}

function Line({ id, text, error, undo }: Toast) {
  const messages = useMessages();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointed || isFocused;
  useEffect(() => {
    if (!isHeld) return;
    pauseToast(id);
    return () => restartToast(id);
  }, [id, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is read and not pressed; pointer and focus only keep it
    <div
      className={error ? 'toast error' : 'toast'}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
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
