import { type CSSProperties, useState } from 'react';
import { ShortTime } from '../../components/time.tsx';
import type { Ticket, TicketPhoto } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PhotoImage } from './photo-image.tsx';

/** The first photo of a ticket and the last one before its work was done; undefined until then, and with fewer than two. */
export function beforeAndAfter(ticket: Pick<Ticket, 'done_at' | 'status'>, photos: TicketPhoto[]) {
  const before = photos[0];
  const after = photos.at(-1);
  const isDone = ticket.done_at !== undefined && ['done', 'confirmed', 'closed'].includes(ticket.status);
  return isDone && before && after && before !== after ? { before, after } : undefined;
}

interface Props {
  before: TicketPhoto;
  after: TicketPhoto;
  /** shows one of them by itself */
  onOpen?: (photo: TicketPhoto) => void;
  /** a photo could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
}

/** Two photos of the same place over each other; a slider shows more of one or of the other. */
export function BeforeAfter({ before, after, onOpen, onBroken }: Props) {
  const messages = useMessages();
  const [percent, setPercent] = useState(50);
  return (
    <div className="before-after" style={{ '--shown': `${percent}%` } as CSSProperties}>
      <div className="compared">
        <PhotoImage photo={after} alt={messages.photos.after} loading="lazy" onBroken={onBroken} />
        <PhotoImage photo={before} alt={messages.photos.before} loading="lazy" onBroken={onBroken} />
        <input
          type="range"
          min={0}
          max={100}
          value={percent}
          aria-label={messages.photos.compare}
          onChange={(event) => setPercent(event.currentTarget.valueAsNumber)}
        />
      </div>
      <Caption label={messages.photos.before} photo={before} onOpen={onOpen} />
      <Caption label={messages.photos.after} photo={after} onOpen={onOpen} />
    </div>
  );
}

function Caption({ label, photo, onOpen }: { label: string; photo: TicketPhoto; onOpen: Props['onOpen'] }) {
  return (
    <p className="small">
      {onOpen ? (
        <button type="button" className="text-button" onClick={() => onOpen(photo)}>
          {label}
        </button>
      ) : (
        <b>{label}</b>
      )}{' '}
      <PhotoCredit photo={photo} />
    </p>
  );
}

/** Who has added a photo, and when. */
export function PhotoCredit({ photo }: { photo: TicketPhoto }) {
  return (
    <span className="muted small">
      <bdi>{photo.uploader_name}</bdi>, <ShortTime at={photo.created_at} />
    </span>
  );
}
