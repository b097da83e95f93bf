import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { type StoredPhotoId, useStoredPhoto } from '../../offline-data/photos.ts';
import { cachedPhotoUrl, dropPhotoUrl } from '../../ui/photo-url-cache.ts';
import { useBrokenUrls } from '../../ui/use-broken-urls.ts';
import { useTicketExtras } from './use-ticket-extras.ts';

interface Props {
  id: number;
  /** in pixels */
  size: number;
  /** where there is no picture, and for one that cannot be loaded */
  fallback: ReactNode;
}

/** The newest photo of a ticket, or the first attachment. */
export function TicketCover({ id, size, fallback }: Props) {
  const query = useTicketExtras(id);
  const broken = useBrokenUrls();
  const cover = coverOf(query.data?.cover_url);
  const url = cover && cachedPhotoUrl(cover);
  const isBroken = broken.has(url);
  const storedUrl = useStoredPhoto(cover?.storedId ?? 0, Boolean(cover?.storedId) && isBroken);
  const shownUrl = isBroken ? storedUrl : url;
  if (!cover || !shownUrl) return fallback;
  const onError = (): void => {
    broken.add(shownUrl);
    if (!isBroken && dropPhotoUrl(cover)) void query.refetch({ cancelRefetch: false });
  };
  // The title of the card says what it shows.
  return (
    <Box
      key={broken.key}
      component="img"
      src={shownUrl}
      alt=""
      loading="lazy"
      decoding="async"
      width={size}
      height={size}
      flex="none"
      bdrs="md"
      bg="var(--inset-background)"
      style={{ objectFit: 'cover' }}
      className="ticket-cover"
      onError={onError}
    />
  );
}

/** The picture of a link, which is named by the link without its signature. */
function coverOf(url: string | null | undefined): { id: string; url: string; storedId: StoredPhotoId | undefined } | undefined {
  if (!url) return undefined;
  const { pathname } = new URL(url, location.href);
  const [, kind, id] = /\/ext\/(photos|attachments)\/(\d+)\/thumb$/.exec(pathname) ?? [];
  const storedId = kind === 'attachments' ? (`attachment ${Number(id)}` as const) : Number(id) || undefined;
  return { id: pathname, url, storedId };
}
