import { lazyPart } from '../../ui/lazy-part.tsx';

// Apart from lazy.ts, which the cards in these lists use.

export const DueViewMenu = lazyPart(async () => (await import('./due-view-menu.tsx')).DueViewMenu);
export const TicketsByDue = lazyPart(async () => (await import('./tickets-by-due.tsx')).TicketsByDue);
