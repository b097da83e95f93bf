import type { TicketAttachment } from '../../contract/schemas.ts';
import { useStoredPhoto } from '../../offline-data/photos.ts';
import { cachedPhotoUrl } from '../../ui/photo-url-cache.ts';
import { useBrokenUrls } from '../../ui/use-broken-urls.ts';

interface Props {
  attachment: Pick<TicketAttachment, 'id' | 'url' | 'thumb_url'>;
  alt: string;
  /** shows the small version, or the picture itself when that cannot be loaded */
  isSmall?: boolean;
  /** a link does not work: it has the key of `photo-url-cache.ts` */
  onBroken: (key: string, url: string) => void;
}

/** A picture that came with a report or a comment, or its small version of this device when it cannot be loaded. */
export function AttachmentImage({ attachment: { id, url, thumb_url }, alt, isSmall = false, onBroken }: Props) {
  const broken = useBrokenUrls();
  const isBroken = (link: { id: string; url: string }): boolean => broken.has(cachedPhotoUrl(link));
  const small = { id: `attachment thumb ${id}`, url: thumb_url };
  const large = { id: `attachment ${id}`, url };
  const shown = isSmall && !isBroken(small) ? small : large;
  const storedUrl = useStoredPhoto(`attachment ${id}`, isBroken(large));
  const src = cachedPhotoUrl(shown);
  const onError = (): void => {
    broken.add(src);
    onBroken(shown.id, shown.url);
  };
  const shownUrl = (isBroken(shown) && storedUrl) || src;
  const loading = isSmall ? 'lazy' : 'eager';
  return <img key={broken.key} src={shownUrl} alt={alt} loading={loading} decoding="async" onError={onError} />;
}
