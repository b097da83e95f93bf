import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { useShownPhotos } from '../../offline-queue/shown-items.ts';
import { photoKey } from './compared-pair.ts';
import { remainingPhotos } from './photo-limit.ts';
import type { RoundPhoto } from './photo-rounds.ts';
import { useReportPictures } from './use-report-pictures.ts';

/**
 * The photo that lies over the camera: the first one of the work, or else the first picture of the report, until the user chooses
 * another one.
 * @returns `remaining`: how many more photos the ticket takes
 */
export function useGuide(id: number) {
  const page = useApiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const { pictures = [] } = useReportPictures(id);
  const queued = useShownPhotos(id);
  const taken: RoundPhoto[] = [...(page.data?.items ?? []), ...queued];
  // Photos that are taken now do not become the guide of the next ones. One in the queue stays shown when it was sent.
  const [earlier] = useState(taken);
  const [chosenKey, setChosenKey] = useState<string>();
  const current = (photo: RoundPhoto): RoundPhoto => taken.find((one) => photoKey(one) === photoKey(photo)) ?? photo;
  const candidates = [...pictures, ...earlier.map(current)];
  const first = earlier[0] ? current(earlier[0]) : pictures[0];
  return {
    guide: candidates.find((photo) => photoKey(photo) === chosenKey) ?? first,
    candidates,
    choose: (photo: RoundPhoto): void => setChosenKey(photoKey(photo)),
    remaining: remainingPhotos(page.data, queued).max,
  };
}
