import type { ComponentProps } from 'react';
import type { TicketPhoto } from '../../contract/schemas.ts';
import { useStoredPhoto } from '../../offline-data/photos.ts';
import { cachedPhotoUrl } from '../../ui/photo-url-cache.ts';
import { useBrokenUrls } from '../../ui/use-broken-urls.ts';

export interface PhotoImageProps extends Pick<ComponentProps<'img'>, 'alt' | 'loading' | 'decoding'> {
  photo: TicketPhoto;
  /** the photo could not be loaded */
  onBroken: (photo: TicketPhoto) => void;
}

/** A photo, or its small version of this device when it cannot be loaded. */
export function PhotoImage({ photo, onBroken, ...attributes }: PhotoImageProps) {
  const url = cachedPhotoUrl(photo);
  const broken = useBrokenUrls();
  const isBroken = broken.has(url);
  const storedUrl = useStoredPhoto(photo.id, isBroken);
  const onError = (): void => {
    broken.add(url);
    onBroken(photo);
  };
  return <img key={broken.key} {...attributes} alt={attributes.alt} src={(isBroken && storedUrl) || url} onError={onError} />;
}
