import { type ChangeEvent, useRef } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { enqueuePhotos } from '../../offline-queue/sender.ts';
import { useUploads } from '../../offline-queue/view.ts';
import { remainingPhotos } from './photo-limit.ts';

/** Photos of the camera, on a phone, and existing ones, several at once. What is chosen is on its way at once. */
export function AddPhotosButton({ id }: { id: number }) {
  const messages = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const photos = useApiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const left = remainingPhotos(photos.data, useUploads(id));
  const hasCamera = matchMedia('(pointer: coarse)').matches;
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    void enqueuePhotos(id, chosen.slice(0, left.max));
    if (chosen.length > left.max) showToast({ text: messages.upload.tooMany(chosen.length - left.max) });
  }
  return (
    // The input stays while the ticket is full for a moment: a camera that is open gives its photo to it.
    <span className="photo-button" hidden={left.min === 0}>
      <input ref={input} type="file" accept="image/*" multiple hidden onChange={choose} />
      {hasCamera && (
        <button type="button" onClick={() => open(input.current, 'camera')}>
          {messages.ticket.takePhoto}
        </button>
      )}
      <button type="button" onClick={() => open(input.current, 'files')}>
        {hasCamera ? messages.ticket.choosePhotos : messages.ticket.addPhoto}
      </button>
    </span>
  );
}

/** With `capture` a phone opens its camera, for one photo, and without it shows the photos that it has. */
function open(input: HTMLInputElement | null, source: 'camera' | 'files'): void {
  if (!input) return;
  input.multiple = source === 'files';
  if (source === 'camera') input.setAttribute('capture', 'environment');
  else input.removeAttribute('capture');
  input.click();
}
