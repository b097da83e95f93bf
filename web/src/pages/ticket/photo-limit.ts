import type { TicketPhotoPage } from '../../contract/schemas.ts';
import type { ShownPhoto } from '../../offline-queue/shown-items.ts';

/**
 * How many more photos a ticket takes. Queued photos count: one above the limit would be refused and hold back `done`. Failed
 * ones do not count.
 * @returns `min` and `max`, because a photo that was just sent may or may not be part of `total`
 */
export function remainingPhotos(
  page: Pick<TicketPhotoPage, 'max_per_ticket' | 'total'> | undefined,
  queued: readonly Pick<ShownPhoto, 'state'>[],
): { min: number; max: number } {
  if (!page) return { min: Number.POSITIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  const sent = queued.filter(({ state }) => state === 'sent').length;
  const waiting = queued.filter(({ state }) => state !== 'sent' && state !== 'failed').length;
  const max = Math.max(0, page.max_per_ticket - page.total - waiting);
  return { min: Math.max(0, max - sent), max };
}
