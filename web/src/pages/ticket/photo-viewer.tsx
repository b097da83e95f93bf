import { useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { RelativeTime } from '../../components/time.tsx';
import type { TicketPhoto } from '../../contract/operations.ts';
import { useMessages } from '../../i18n/locale.ts';
import { cachedPhotoUrl } from './photo-url-cache.ts';

interface Props {
  photos: TicketPhoto[];
  photo: TicketPhoto;
  onMove: (to: TicketPhoto) => void;
  onClose: () => void;
  /** the photo could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
  onRemove?: ((photo: TicketPhoto) => void) | undefined;
}

/** One photo as large as the screen; zoomed it scrolls. Arrow keys go on. */
export function PhotoViewer({ photos, photo, onMove, onClose, onBroken, onRemove }: Props) {
  const messages = useMessages();
  const [isZoomed, setZoomed] = useState(false);
  const index = photos.indexOf(photo);
  const go = (step: number): void => {
    setZoomed(false);
    onMove(photos[(index + step + photos.length) % photos.length] ?? photo);
  };
  const turn = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(1);
    if (key === 'ArrowLeft') go(-1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => turn(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <Dialog title={messages.ticket.photoOf(index + 1, photos.length, photo.original_name)} onClose={onClose} isPhoto>
      <div className={isZoomed ? 'photo-frame zoomed' : 'photo-frame'}>
        <img src={cachedPhotoUrl(photo)} alt={photo.original_name} onError={() => onBroken(photo)} />
      </div>
      <footer className="photo-footer">
        <span className="muted small">
          {photo.uploader_name}, <RelativeTime at={photo.created_at} />
        </span>
        <div className="row-actions">
          {photos.length > 1 && (
            <>
              <button type="button" className="text-button" onClick={() => go(-1)}>
                {messages.ticket.previous}
              </button>
              <button type="button" className="text-button" onClick={() => go(1)}>
                {messages.ticket.next}
              </button>
            </>
          )}
          <button type="button" className="text-button" aria-pressed={isZoomed} onClick={() => setZoomed(!isZoomed)}>
            {messages.ticket.zoom}
          </button>
          {onRemove && (
            <button
              type="button"
              className="text-button danger"
              onClick={() => {
                onRemove(photo);
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
