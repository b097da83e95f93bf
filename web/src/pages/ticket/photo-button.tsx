import { type ChangeEvent, useId } from 'react';
import { useRead } from '../../api/queries.ts';
import { addPhotos } from '../../queue/send.ts';
import { useWords } from '../../words/index.ts';

/** The camera on a phone, files elsewhere; what is chosen is on its way at once. */
export function PhotoButton({ id }: { id: number }) {
  const words = useWords();
  const input = useId();
  const photos = useRead('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const left = photos.data ? photos.data.max_per_ticket - photos.data.total : undefined;
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    void addPhotos(id, [...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  }
  if (left !== undefined && left <= 0) return null;
  const hasCamera = matchMedia('(pointer: coarse)').matches;
  return (
    <span className="photo-button">
      <input
        id={input}
        className="hidden"
        type="file"
        accept="image/*"
        multiple={!hasCamera}
        {...(hasCamera && { capture: 'environment' as const })}
        onChange={choose}
      />
      <label htmlFor={input}>{hasCamera ? words.ticket.takePhoto : words.ticket.addPhoto}</label>
    </span>
  );
}
