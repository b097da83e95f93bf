import { useApiQuery } from '../../api/queries.ts';
import type { TicketPhoto } from '../../contract/schemas.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { cachedPhotoUrl, dropPhotoUrl } from '../../ui/photo-url-cache.ts';
import { useBrokenUrls } from '../../ui/use-broken-urls.ts';
import { PhotoImage, type PhotoImageProps } from './photo-image.tsx';

/** The small version of a photo, or the photo itself when that cannot be loaded. */
export function PhotoThumb(props: PhotoImageProps) {
  const { photo, onBroken: _, ...attributes } = props;
  const { url, isPending, onBroken } = useThumbUrl(photo);
  const broken = useBrokenUrls();
  // Without an address of the small version the photo would be loaded here and thrown away a moment later.
  if (isPending) return <span className="photo-pending" role="img" aria-label={attributes.alt} />;
  if (!url || broken.has(url)) return <PhotoImage {...props} />;
  const onError = (): void => {
    broken.add(url);
    onBroken();
  };
  return <img key={broken.key} {...attributes} alt={attributes.alt} src={url} onError={onError} />;
}

/** All photos of a ticket share one request. */
function useThumbUrl({ id, ticket_id }: TicketPhoto) {
  const query = useApiQuery('GET /ext/tickets/{id}/thumbs', { params: { id: ticket_id }, query: { limit: 100 } });
  const isOnline = useIsOnline();
  const item = query.data?.items.find(({ photo_id }) => photo_id === id);
  const thumb = item && { id: `thumb ${id}`, url: item.url };
  return {
    url: thumb && cachedPhotoUrl(thumb),
    /** its address is on its way; a photo that was just added is not in the list that was read before */
    isPending: !item && isOnline && query.isFetching && query.failureCount === 0,
    onBroken(): void {
      if (thumb && dropPhotoUrl(thumb)) void query.refetch({ cancelRefetch: false });
    },
  };
}
