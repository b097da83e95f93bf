import { Stack, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { cachedPhotoUrl, dropPhotoUrl } from '../../components/photo-url-cache.ts';
import { PictureViewer } from '../../components/picture-viewer/lazy.ts';
import { usePreloaded } from '../../components/use-preloaded.ts';
import type { TicketAttachment } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useShownReportPictures } from '../../offline-queue/shown-items.ts';
import { AttachmentImage } from './attachment-image.tsx';
import { QueuedPhotoTile } from './queued-photo-tile.tsx';
import { useTicketTexts } from './texts/texts.ts';

/** The pictures that came with the report of a ticket, and those of them that are still sent. */
export function ReportPictures({ id }: { id: number }) {
  const messages = useMessages();
  const texts = useTicketTexts();
  const query = useApiQuery('GET /ext/tickets/{id}/attachments', { params: { id }, query: { limit: 100 } });
  const queued = useShownReportPictures(id);
  const hasViewer = usePreloaded(PictureViewer);
  const [openId, setOpenId] = useState<number>();
  const pictures = query.data?.items.filter(({ kind }) => kind === 'report') ?? [];
  const renewLinks = (key: string, url: string): void => {
    if (dropPhotoUrl({ id: key, url })) void query.refetch({ cancelRefetch: false });
  };
  if (pictures.length + queued.length === 0) return null;
  const viewed = (picture: TicketAttachment) => ({
    key: String(picture.id),
    name: picture.filename,
    author: picture.author_name,
    takenAt: picture.created_at,
    url: cachedPhotoUrl({ id: `attachment ${picture.id}`, url: picture.url }),
    image: <AttachmentImage key={picture.id} attachment={picture} alt={picture.filename} onBroken={renewLinks} />,
  });
  return (
    <Stack component="section" gap="sm" aria-labelledby="report-pictures">
      <Title order={2} id="report-pictures">
        {texts.reportPictures}
      </Title>
      <ul className="gallery">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <UnstyledButton display="block" w="100%" onClick={() => setOpenId(picture.id)}>
              <AttachmentImage
                attachment={picture}
                isSmall
                alt={messages.ticket.photoOf(index + 1, pictures.length, picture.filename)}
                onBroken={renewLinks}
              />
            </UnstyledButton>
          </li>
        ))}
        {queued.map((picture) => (
          <QueuedPhotoTile key={picture.key} photo={picture} label={undefined} />
        ))}
      </ul>
      {hasViewer && pictures.some((picture) => picture.id === openId) && (
        <PictureViewer
          pictures={pictures.map(viewed)}
          shown={String(openId)}
          onMove={(key) => setOpenId(Number(key))}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </Stack>
  );
}
