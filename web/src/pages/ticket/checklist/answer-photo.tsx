import { Box } from '@mantine/core';
import { useApiQuery } from '../../../api/queries.ts';
import { dropPhotoUrl } from '../../../ui/photo-url-cache.ts';
import { PhotoThumb } from '../photo-thumb.tsx';
import { QueuedPhotoTile } from '../queued-photo-tile.tsx';
import type { ShownItem } from './shown-checklist.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';

/** The photo that answers an item, sent or in the queue; nothing for other items. */
export function AnswerPhoto({ ticketId: id, item }: { ticketId: number; item: ShownItem }) {
  const texts = useTicketChecklistTexts();
  const { kind, photo, value, label } = item;
  const query = useApiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  if (kind !== 'photo') return null;
  const sent = query.data?.items.find((one) => one.id === value);
  if (!photo && !sent) return null;
  return (
    <Box component="ul" className="gallery" maw={160}>
      {photo ? (
        <QueuedPhotoTile photo={photo} label={undefined} />
      ) : (
        sent && (
          <li>
            <PhotoThumb
              photo={sent}
              alt={texts.photoOf(label)}
              loading="lazy"
              onBroken={(broken) => void (dropPhotoUrl(broken) && query.refetch({ cancelRefetch: false }))}
            />
          </li>
        )
      )}
    </Box>
  );
}
