import { type ChangeEvent, useRef } from 'react';
import { useRead } from '../../api/queries.ts';
import { notify } from '../../parts/notices.ts';
import { useUploads } from '../../queue/list.ts';
import { addPhotos } from '../../queue/send.ts';
import { useWords } from '../../words/index.ts';
import { photosLeft } from './photos-left.ts';

/** Photos of the camera, on a phone, and existing ones, several at once. What is chosen is on its way at once. */
export function PhotoButton({ id }: { id: number }) {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const photos = useRead('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const left = photosLeft(photos.data, useUploads(id));
  const hasCamera = matchMedia('(pointer: coarse)').matches;
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    void addPhotos(id, chosen.slice(0, left.max));
    if (chosen.length > left.max) notify({ text: words.upload.tooMany(chosen.length - left.max) });
  }
  return (
    // The input stays while the ticket is full for a moment: a camera that is open gives its photo to it.
    <span className="photo-button" hidden={left.min === 0}>
      <input ref={input} type="file" accept="image/*" multiple hidden onChange={choose} />
      {hasCamera && (
        <button type="button" onClick={() => open(input.current, 'camera')}>
          {words.ticket.takePhoto}
        </button>
      )}
      <button type="button" onClick={() => open(input.current, 'files')}>
        {hasCamera ? words.ticket.choosePhotos : words.ticket.addPhoto}
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
