import type { Ticket, TicketAttachment, TicketPhoto } from '../../contract/schemas.ts';
import type { Messages } from '../../i18n/en.ts';
import type { ShownPhoto } from '../../offline-queue/shown-items.ts';

// Each rejection begins another round of work. What the work before it looked like is no proof of its result.

/** A photo of the work, on the service or in the offline queue, or a picture of the report. */
export type RoundPhoto = TicketPhoto | ShownPhoto | TicketAttachment;

type Round = Pick<Ticket, 'rejected_at' | 'rework_count'>;

/** Whether a photo is in the offline queue. */
export const isQueuedPhoto = (photo: RoundPhoto): photo is ShownPhoto => 'preview' in photo;

/** Whether a photo came with the report. */
export const isReportPicture = (photo: RoundPhoto): photo is TicketAttachment => 'thumb_url' in photo;

/** Whether something happened after the last rejection. @param at ISO 8601 in UTC */
export const isSinceRejection = ({ rejected_at }: Pick<Ticket, 'rejected_at'>, at: string | undefined): boolean =>
  at !== undefined && (rejected_at === undefined || at > rejected_at);

/** Whether a photo shows the work of the current round, as all queued ones do. */
const isOfCurrentRound = (ticket: Round, photo: RoundPhoto): boolean =>
  isQueuedPhoto(photo) || isSinceRejection(ticket, photo.created_at);

/**
 * Whether one of the photos can show the result of the current round. The first photo of all shows what was broken, where the report
 * has no picture of it.
 */
export function hasPhotoOfResult(ticket: Round, photos: RoundPhoto[], isReportPictured: boolean): boolean {
  const current = photos.filter((photo) => isOfCurrentRound(ticket, photo));
  return current.length > (ticket.rejected_at || isReportPictured ? 0 : 1);
}

/**
 * The first photo of a ticket and the last one of its current round.
 * @param photos of the work, in the order of time
 * @param reported the first picture of the report: it is the one before when the worker has taken none
 * @returns undefined until the work is done, and with fewer than two photos; no `after` when the round has no photo
 */
export function beforeAndAfter(
  ticket: Round & Pick<Ticket, 'done_at' | 'status'>,
  photos: RoundPhoto[],
  reported?: TicketAttachment,
) {
  const { status, done_at } = ticket;
  const first = photos[0];
  // A cancelled ticket is closed too.
  const isDone = ['done', 'confirmed'].includes(status) || (status === 'closed' && isSinceRejection(ticket, done_at));
  if (!first || !isDone) return undefined;
  const after = photos.findLast((photo) => isOfCurrentRound(ticket, photo));
  const before = first === after ? reported : first;
  return before && { before, after };
}

/** The number of the current round. */
export const currentRound = ({ rework_count }: Pick<Ticket, 'rework_count'>): number => rework_count + 1;

/** The label of the photo that shows the result. */
export const afterLabel = (ticket: Round, { photos, ticket: { round } }: Messages): string =>
  ticket.rework_count > 0 ? round(photos.after, currentRound(ticket)) : photos.after;

/**
 * What a photo counts as: before or after, or after a rejection its round.
 * @param photos of the work, in the order of time
 * @param isReportPictured whether the report has a picture
 */
export function photoLabel(
  ticket: Round,
  photos: RoundPhoto[],
  photo: RoundPhoto,
  isReportPictured: boolean,
  messages: Messages,
): string | undefined {
  const isCurrent = isOfCurrentRound(ticket, photo);
  if (isCurrent && photo === photos.at(-1) && hasPhotoOfResult(ticket, photos, isReportPictured))
    return afterLabel(ticket, messages);
  if (photo === photos[0]) return messages.photos.before;
  if (ticket.rework_count === 0) return undefined;
  return isCurrent ? messages.photos.round(currentRound(ticket)) : messages.photos.earlierRound;
}
