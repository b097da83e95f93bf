import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { UnreadablePhotoError } from '../../offline-queue/resize-photo.ts';
import { discard, retry } from '../../offline-queue/sender.ts';
import { isWaitingOrFailed, type ShownPhoto } from '../../offline-queue/shown-items.ts';

/** A photo that is being uploaded, or waits for it. */
export function QueuedPhotoTile({ photo }: { photo: ShownPhoto }) {
  const messages = useMessages();
  const { key, state, progress, error } = photo;
  const percent = Math.round(progress * 100);
  const text = {
    preparing: messages.upload.preparing,
    sending: '', // a screen reader would announce each percentage
    sent: '',
    waiting: error ? errorText(error, messages) : messages.upload.waiting,
    failed: error instanceof UnreadablePhotoError ? messages.upload.unreadable : errorText(error, messages),
  }[state];
  return (
    <li className={`upload ${state}`}>
      <img src={photo.preview} alt={photo.name} />
      <progress max={100} value={state === 'preparing' ? undefined : percent} aria-label={photo.name} />
      <p>
        <span role="status">{text}</span>
        {state === 'sending' && messages.upload.sending(percent)}
        {state === 'sent' && messages.upload.sending(100)}
      </p>
      {isWaitingOrFailed(photo) && (
        <div className="row-actions">
          <button type="button" className="text-button" onClick={() => void retry(key)}>
            {messages.upload.retry}
          </button>
          <button type="button" className="text-button" onClick={() => void discard(key)}>
            {messages.upload.remove}
          </button>
        </div>
      )}
    </li>
  );
}
