import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { cachedPhotoUrl, dropPhotoUrl } from '../photo-url-cache.ts';
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
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const cover = coverOf(query.data?.cover_url);
  const url = cover && cachedPhotoUrl(cover);
  if (!url || url === brokenUrl) return fallback;
  const onError = (): void => {
    setBrokenUrl(url);
    if (dropPhotoUrl(cover)) void query.refetch({ cancelRefetch: false });
  };
  // The title of the card says what it shows.
  return (
    <Box
      component="img"
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      width={size}
      height={size}
      flex="none"
      bdrs="md"
      bg="var(--inset-background)"
      className="ticket-cover"
      onError={onError}
    />
  );
}

/** A link without its signature names the picture. */
function coverOf(url: string | null | undefined) {
  return url ? { id: new URL(url, location.href).pathname, url } : undefined;
}
