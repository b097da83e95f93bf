import { type beforeAndAfter, isQueuedPhoto, type RoundPhoto } from './photo-rounds.ts';

/** The photos that a user has chosen to compare, by `photoKey`. */
export interface ChosenPair {
  before: string;
  after: string;
}

type Pair = NonNullable<ReturnType<typeof beforeAndAfter>>;

/** Different for all photos of a ticket. */
export const photoKey = (photo: RoundPhoto): string => (isQueuedPhoto(photo) ? `queued ${photo.key}` : String(photo.id));

/**
 * The photos to compare.
 * @param usual those that are compared without a choice
 * @param chosen undefined without a choice, which also ends when one of its photos is removed
 * @param photos in the order of time
 */
export function comparedPair(usual: Pair, chosen: ChosenPair | undefined, photos: RoundPhoto[]): Pair {
  const before = photos.find((photo) => photoKey(photo) === chosen?.before);
  const after = photos.find((photo) => photoKey(photo) === chosen?.after);
  return before && after ? { before, after } : usual;
}

/**
 * Whether a photo can be chosen: the one before must have been taken before the other one.
 * @param photos in the order of time
 */
export function canChoose(side: keyof ChosenPair, photo: RoundPhoto, { before, after }: Pair, photos: RoundPhoto[]): boolean {
  const position = photos.indexOf(photo);
  if (side === 'after') return position > photos.indexOf(before);
  return after === undefined || position < photos.indexOf(after);
}
