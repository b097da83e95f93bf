import { type beforeAndAfter, isQueuedPhoto, isReportPicture, type RoundPhoto } from './photo-rounds.ts';

/** The photos that a user has chosen to compare, by `photoKey`. */
export interface ChosenPair {
  before: string;
  after: string;
}

type Pair = NonNullable<ReturnType<typeof beforeAndAfter>>;

/** Different for all photos of a ticket. */
export function photoKey(photo: RoundPhoto): string {
  if (isQueuedPhoto(photo)) return `queued ${photo.key}`;
  return isReportPicture(photo) ? `report ${photo.id}` : String(photo.id);
}

/**
 * The photos to compare.
 * @param usual those that are compared without a choice
 * @param chosen undefined without a choice, which also ends when one of its photos is removed
 * @param photos all that can be compared: the pictures of the report, then the photos in the order of time
 */
export function comparedPair(usual: Pair, chosen: ChosenPair | undefined, photos: RoundPhoto[]): Pair {
  const before = photos.find((photo) => photoKey(photo) === chosen?.before);
  const after = photos.find((photo) => photoKey(photo) === chosen?.after);
  return before && after ? { before, after } : usual;
}

/**
 * Whether a photo can be chosen: the one before must have been taken before the other one, and the report shows no result.
 * @param photos the pictures of the report, then the photos in the order of time
 */
export function canChoose(side: keyof ChosenPair, photo: RoundPhoto, { before, after }: Pair, photos: RoundPhoto[]): boolean {
  const position = photos.indexOf(photo);
  if (side === 'after') return !isReportPicture(photo) && position > photos.indexOf(before);
  return after === undefined || position < photos.indexOf(after);
}
