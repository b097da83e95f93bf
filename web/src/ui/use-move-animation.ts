import { type RefObject, useLayoutEffect, useRef } from 'react';

const durationMs = 150;

/** The card that shows a ticket, by its id. A list keeps the card of a ticket that has left it. */
const cards = new Map<number, HTMLElement>();

/** Moves the card of a ticket to its new list from its place in the list that it has left. */
export function useMoveAnimation<Card extends HTMLElement>(id: number): RefObject<Card | null> {
  const ref = useRef<Card>(null);
  useLayoutEffect(() => {
    const card = ref.current;
    if (!card) return;
    const previous = cards.get(id);
    if (previous) move(card, previous.getBoundingClientRect());
    cards.set(id, card);
    return () => {
      if (cards.get(id) === card) cards.delete(id);
    };
  }, [id]);
  return ref;
}

function move(card: HTMLElement, from: DOMRect): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const to = card.getBoundingClientRect();
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  card.animate({ transform: [start, 'none'], zIndex: [1, 1] }, { duration: durationMs, easing: 'ease-out' });
}
