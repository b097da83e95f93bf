import { useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { RelativeTime } from '../../components/time.tsx';
import type { TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PhotoImage } from './photo-image.tsx';

interface Props {
  photos: TicketPhoto[];
  photo: TicketPhoto;
  onMove: (to: TicketPhoto) => void;
  onClose: () => void;
  /** the photo could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
  onDelete?: ((photo: TicketPhoto) => void) | undefined;
}

/** One photo in a dialog. Zoomed in it scrolls; the arrow keys show the previous and the next photo. */
export function PhotoViewer({ photos, photo, onMove, onClose, onBroken, onDelete }: Props) {
  const messages = useMessages();
  const [isZoomed, setZoomed] = useState(false);
  const index = photos.indexOf(photo);
  const move = (step: number): void => {
    setZoomed(false);
    onMove(photos[(index + step + photos.length) % photos.length] ?? photo);
  };
  const onArrowKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') move(1);
    if (key === 'ArrowLeft') move(-1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onArrowKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <Dialog title={messages.ticket.photoOf(index + 1, photos.length, photo.original_name)} onClose={onClose} isPhoto>
      <div className={isZoomed ? 'photo-frame zoomed' : 'photo-frame'}>
        <PhotoImage key={photo.id} photo={photo} alt={photo.original_name} onBroken={onBroken} />
      </div>
      <footer className="photo-footer">
        <span className="muted small">
          {photo.uploader_name}, <RelativeTime at={photo.created_at} />
        </span>
        <div className="row-actions">
          {photos.length > 1 && (
            <>
              <button type="button" className="text-button" onClick={() => move(-1)}>
                {messages.ticket.previous}
              </button>
              <button type="button" className="text-button" onClick={() => move(1)}>
                {messages.ticket.next}
              </button>
            </>
          )}
          <button type="button" className="text-button" aria-pressed={isZoomed} onClick={() => setZoomed(!isZoomed)}>
            {messages.ticket.zoom}
          </button>
          {onDelete && (
            <button
              type="button"
              className="text-button danger"
              onClick={() => {
                onDelete(photo);
                onClose();
              }}
            >
              {messages.ticket.removePhoto}
            </button>
          )}
        </div>
      </footer>
    </Dialog>
  );
}
