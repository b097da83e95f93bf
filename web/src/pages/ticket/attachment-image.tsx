import { useState } from 'react';
import { cachedPhotoUrl } from '../../components/photo-url-cache.ts';
import type { TicketAttachment } from '../../contract/schemas.ts';

interface Props {
  attachment: Pick<TicketAttachment, 'id' | 'url' | 'thumb_url'>;
  alt: string;
  /** shows the small version, or the picture itself when that cannot be loaded */
  isSmall?: boolean;
  /** a link does not work: it has the key of `photo-url-cache.ts` */
  onBroken: (key: string, url: string) => void;
}

/** A picture that came with a report or a comment. */
export function AttachmentImage({ attachment: { id, url, thumb_url }, alt, isSmall = false, onBroken }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const small = { id: `attachment thumb ${id}`, url: thumb_url };
  const large = { id: `attachment ${id}`, url };
  const shown = isSmall && cachedPhotoUrl(small) !== brokenUrl ? small : large;
  const src = cachedPhotoUrl(shown);
  const onError = (): void => {
    setBrokenUrl(src);
    onBroken(shown.id, shown.url);
  };
  return <img src={src} alt={alt} loading={isSmall ? 'lazy' : 'eager'} decoding="async" onError={onError} />;
}
