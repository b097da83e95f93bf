import { principal } from '../../session/acting.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type OfferOccasion, useOfferHidden } from './use-offer-hidden.ts';

/** With what it reads it is loaded only for whoever has not answered it. */
const OfferCard = lazyPart(async () => (await import('./offer-card.tsx')).OfferCard);

/** Offers to turn notifications on, once for each occasion; not while acting, because they are the sender's. */
export function TurnOnOffer({ occasion }: { occasion: OfferOccasion }) {
  const [isHidden, hide] = useOfferHidden(occasion);
  if (isHidden || principal) return null;
  return <OfferCard occasion={occasion} hide={hide} />;
}
