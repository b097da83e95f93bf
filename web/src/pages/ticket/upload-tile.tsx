import { isStuck, type Upload } from '../../queue/list.ts';
import { drop, sendAgain } from '../../queue/send.ts';
import { UnreadablePhoto } from '../../queue/shrink.ts';
import { errorText, useWords } from '../../words/index.ts';

/** One photo on its way. */
export function UploadTile({ upload }: { upload: Upload }) {
  const words = useWords();
  const { key, state, progress, error } = upload;
  const percent = Math.round(progress * 100);
  const line = {
    preparing: words.upload.preparing,
    sending: '', // each percentage would be announced
    sent: '',
    waiting: error ? errorText(error, words) : words.upload.waiting,
    failed: error instanceof UnreadablePhoto ? words.upload.unreadable : errorText(error, words),
  }[state];
  return (
    <li className={`upload ${state}`}>
      <img src={upload.preview} alt={upload.name} />
      <progress max={100} value={state === 'preparing' ? undefined : percent} aria-label={upload.name} />
      <p>
        <span role="status">{line}</span>
        {state === 'sending' && words.upload.sending(percent)}
        {state === 'sent' && words.upload.sending(100)}
      </p>
      {isStuck(upload) && (
        <div className="row-actions">
          <button type="button" className="plain" onClick={() => void sendAgain(key)}>
            {words.upload.again}
          </button>
          <button type="button" className="plain" onClick={() => void drop(key)}>
            {words.upload.drop}
          </button>
        </div>
      )}
    </li>
  );
}
