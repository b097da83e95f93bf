import { useEffect, useState } from 'react';
import { SessionEnded } from '../api/errors.ts';
import { errorText, useWords } from '../words/index.ts';
import { dismiss, hold, type Notice, release, useNotices, withdraw } from './notices.ts';

export function Notices() {
  return (
    <section className="notices" aria-live="polite">
      {useNotices()
        .filter(({ error }) => !(error instanceof SessionEnded))
        .map((notice) => (
          <Line key={notice.id} {...notice} />
        ))}
    </section>
  );
}

function Line({ id, text, error, undo }: Notice) {
  const words = useWords();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointed || isFocused;
  useEffect(() => {
    if (!isHeld) return;
    hold(id);
    return () => release(id);
  }, [id, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is read and not pressed; pointer and focus only keep it
    <div
      className={error ? 'notice bad' : 'notice'}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span>{error ? errorText(error, words) : text}</span>
      {undo && (
        <button
          type="button"
          onClick={() => {
            withdraw(id);
            undo();
          }}
        >
          {words.app.undo}
        </button>
      )}
      <button type="button" onClick={() => dismiss(id)}>
        {words.app.dismiss}
      </button>
    </div>
  );
}
