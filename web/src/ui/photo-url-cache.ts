import { pathOfOwnFile } from '../lib/file-path.ts';

// Each response has new signed URLs for the same photos. The first URL of a photo is used until shortly before it expires,
// so that the browser does not load the photo again with every change of the ticket.

interface PhotoUrl {
  /** of the photo; `thumb` and the id for its small version */
  id: number | string;
  url: string;
}

const urls = new Map<PhotoUrl['id'], { url: string; usedUntil: number }>();
const dropped = new Map<PhotoUrl['id'], { url: string; at: number }>();
/** For a URL without an expiry. */
const defaultLifetimeMs = 10 * 60_000;
/** A photo that cannot be loaded for another reason is not read again all the time. */
const minDropIntervalMs = 60_000;

/** A part of the lifetime is left for clocks that differ. */
const usedShare = 0.8;

/** The URL to show a photo with. */
export function cachedPhotoUrl({ id, url: link }: PhotoUrl, now = Date.now()): string {
  const url = pathOfOwnFile(link);
  const known = urls.get(id);
  // The same URL is not valid for longer because it was read again.
  if (known && (known.usedUntil > now || known.url === url)) return known.url;
  // The photo may be drawn again before the new URL is there.
  if (dropped.get(id)?.url !== url) urls.set(id, { url, usedUntil: now + lifetimeMs(url, now) * usedShare });
  return url;
}

/**
 * Removes the URL of a photo that could not be loaded.
 * @returns whether to read the photos again for a new URL
 */
export function dropPhotoUrl({ id, url }: PhotoUrl, now = Date.now()): boolean {
  if (now - (dropped.get(id)?.at ?? Number.NEGATIVE_INFINITY) < minDropIntervalMs) return false;
  dropped.set(id, { url: urls.get(id)?.url ?? pathOfOwnFile(url), at: now });
  urls.delete(id);
  return true;
}

/** URLs of the service have the Unix time at which they expire, URLs of S3 their lifetime in seconds. */
function lifetimeMs(url: string, now: number): number {
  const query = new URLSearchParams(url.split('?')[1]);
  const seconds = Number(query.get('X-Amz-Expires'));
  const expires = Number(query.get('expires'));
  if (seconds > 0) return seconds * 1000;
  return expires > 0 ? Math.max(0, expires * 1000 - now) : defaultLifetimeMs;
}
