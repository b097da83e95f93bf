import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type OfferOccasion, useOfferHidden } from './use-offer-hidden.ts';

/** With what it reads it is loaded only for whoever has not answered it. */
const OfferCard = lazyRouteComponent(() => import('./offer-card.tsx'), 'OfferCard');

/** Offers to turn notifications on, once for each occasion. */
export function TurnOnOffer({ occasion }: { occasion: OfferOccasion }) {
  const [isHidden, hide] = useOfferHidden(occasion);
  if (isHidden) return null;
  return (
    <Suspense fallback={null}>
      <OfferCard occasion={occasion} hide={hide} />
    </Suspense>
  );
}
