import { useState } from 'react';
import type { Ticket, TicketPhoto } from '../../api/operations.ts';
import { useRead } from '../../api/queries.ts';
import { Problem } from '../../parts/states.tsx';
import { useUploads } from '../../queue/list.ts';
import { useWords } from '../../words/index.ts';
import { useRemovedPhotos } from './remove-photo.ts';
import { dropLink, steadyLink } from './steady-link.ts';
import { UploadTile } from './upload-tile.tsx';
import { Viewer } from './viewer.tsx';

/** The photos of a ticket with those on their way; a tap opens one. */
export function Photos({ ticket }: { ticket: Ticket }) {
  const words = useWords();
  const { id } = ticket;
  const query = useRead('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const uploads = useUploads(id);
  const [openId, setOpenId] = useState<number>();
  const removal = useRemovedPhotos(ticket);
  const photos = query.data?.items.filter((photo) => !removal.hidden.has(photo.id)) ?? [];
  const open = photos.find((photo) => photo.id === openId); // not its place: others may remove one before it
  const show = ({ id }: TicketPhoto): void => setOpenId(id);
  const renewLink = (photo: TicketPhoto): void => {
    if (dropLink(photo)) void query.refetch({ cancelRefetch: false });
  };
  return (
    <section aria-labelledby="photos">
      <h2 id="photos">{words.ticket.photos}</h2>
      {query.isError && !query.data && <Problem error={query.error} retry={() => void query.refetch()} />}
      {query.data && photos.length + uploads.length === 0 && <p className="muted">{words.ticket.noPhotos}</p>}
      <ul className="gallery">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button type="button" onClick={() => show(photo)}>
              <img
                src={steadyLink(photo)}
                alt={words.ticket.photoOf(index + 1, photos.length, photo.original_name)}
                loading="lazy"
                decoding="async"
                onError={() => renewLink(photo)}
              />
            </button>
          </li>
        ))}
        {uploads.map((upload) => (
          <UploadTile key={upload.key} upload={upload} />
        ))}
      </ul>
      {open && (
        <Viewer
          photos={photos}
          photo={open}
          onMove={show}
          onClose={() => setOpenId(undefined)}
          onBroken={renewLink}
          onRemove={removal.mayRemove(open) ? removal.remove : undefined}
        />
      )}
    </section>
  );
}
