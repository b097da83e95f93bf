import type { TicketPhoto } from '../../contract/operations.ts';

// Each answer has new links to the same photos. A photo keeps the link that it has, so that it is not loaded again
// with every change of the ticket, until shortly before the link expires.

type LinkedPhoto = Pick<TicketPhoto, 'id' | 'url'>;

const links = new Map<number, { url: string; until: number }>();
const renewedAt = new Map<number, number>();
/** For a link that does not say when it expires. */
const defaultLifeMs = 10 * 60_000;
/** A photo that cannot be loaded for another reason is not asked for again and again. */
const minRenewalMs = 60_000;

export function cachedPhotoUrl({ id, url }: LinkedPhoto, now = Date.now()): string {
  const known = links.get(id);
  // One that was read long ago is not made younger by being shown again.
  if (known && (known.until > now || known.url === url)) return known.url;
  links.set(id, { url, until: now + lifeMs(url, now) * 0.8 });
  return url;
}

/**
 * Forgets the link of a photo that could not be loaded.
 * @returns whether the photos should be read again, for a new link
 */
export function dropPhotoUrl({ id }: LinkedPhoto, now = Date.now()): boolean {
  if (now - (renewedAt.get(id) ?? Number.NEGATIVE_INFINITY) < minRenewalMs) return false;
  renewedAt.set(id, now);
  links.delete(id);
  return true;
}

/** Links of the service name the second at which they expire, links of S3 the seconds that they live. */
function lifeMs(url: string, now: number): number {
  const query = new URLSearchParams(url.split('?')[1]);
  const seconds = Number(query.get('X-Amz-Expires'));
  const expires = Number(query.get('expires'));
  if (seconds > 0) return seconds * 1000;
  return expires > 0 ? Math.max(0, expires * 1000 - now) : defaultLifeMs;
}
