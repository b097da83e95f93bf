import { type RefObject, useLayoutEffect, useRef } from 'react';

const durationMs = 140;

/** The card that shows a ticket, by its id. A list keeps the card of a ticket that has left it. */
const cards = new Map<number, HTMLElement>();
/** Where cards were that the present change of the page removes. */
const removed = new Map<number, DOMRect>();

/** Moves the card of a ticket to its new list from its place in the list that it has left. */
export function useMoveAnimation<Card extends HTMLElement>(id: number): RefObject<Card | null> {
  const ref = useRef<Card>(null);
  useLayoutEffect(() => {
    const card = ref.current;
    if (!card) return;
    const from = cards.get(id)?.getBoundingClientRect() ?? removed.get(id);
    if (from) move(card, from);
    cards.set(id, card);
    return () => {
      if (cards.get(id) !== card) return;
      cards.delete(id);
      if (!card.closest('.board')) return;
      // It is still on the page; its successor is drawn before the next task.
      removed.set(id, card.getBoundingClientRect());
      queueMicrotask(() => removed.delete(id));
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
