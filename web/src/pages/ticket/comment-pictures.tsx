import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { TicketComment } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { cachedPhotoUrl, dropPhotoUrl } from '../../ui/photo-url-cache.ts';
import { PictureViewer } from '../../ui/picture-viewer/lazy.ts';
import { usePreloaded } from '../../ui/use-preloaded.ts';
import { AttachmentImage } from './attachment-image.tsx';

interface Props {
  comment: TicketComment;
  /** reads the comments again, because a link has ended */
  onBroken: () => void;
}

/** The pictures that came with a comment. */
export function CommentPictures({ comment: { attachments, author_name, created_at }, onBroken }: Props) {
  const messages = useMessages();
  const hasViewer = usePreloaded(PictureViewer);
  const [openId, setOpenId] = useState<number>();
  const renewLinks = (key: string, url: string): void => {
    if (dropPhotoUrl({ id: key, url })) onBroken();
  };
  const viewed = (picture: TicketComment['attachments'][number]) => ({
    key: String(picture.id),
    name: picture.filename,
    author: author_name,
    takenAt: created_at,
    url: cachedPhotoUrl({ id: `attachment ${picture.id}`, url: picture.url }),
    image: <AttachmentImage key={picture.id} attachment={picture} alt={picture.filename} onBroken={renewLinks} />,
  });
  return (
    <>
      <ul className="gallery">
        {attachments.map((picture, index) => (
          <li key={picture.id}>
            <UnstyledButton display="block" w="100%" onClick={() => setOpenId(picture.id)}>
              <AttachmentImage
                attachment={picture}
                isSmall
                alt={messages.ticket.photoOf(index + 1, attachments.length, picture.filename)}
                onBroken={renewLinks}
              />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {hasViewer && attachments.some(({ id }) => id === openId) && (
        <PictureViewer
          pictures={attachments.map(viewed)}
          shown={String(openId)}
          onMove={(key) => setOpenId(Number(key))}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  );
}
