import { SessionEnded } from '../api/errors.ts';
import { errorText, useWords } from '../words/index.ts';
import { dismiss, type Notice, useNotices, withdraw } from './notices.ts';

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
  return (
    <div className={error ? 'notice bad' : 'notice'}>
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
