import { Tag } from '../../ui/tag.tsx';
import { hasPassed } from './days.ts';
import { usePlaceTexts } from './texts/texts.ts';

/** Whether something is in warranty; nothing when nobody knows. @param until the last day */
export function WarrantyTag({ until }: { until: string | null }) {
  const texts = usePlaceTexts().equipment;
  if (until === null) return null;
  return <Tag>{hasPassed(until) ? texts.outOfWarranty : texts.inWarranty}</Tag>;
}
