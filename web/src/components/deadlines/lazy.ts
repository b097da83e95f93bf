import { lazyPart } from '../lazy-part.tsx';

// Loaded after the page: most projects have no targets.

export const DeadlineTag = lazyPart(async () => (await import('./deadline-tag.tsx')).DeadlineTag);
export const DueViewMenu = lazyPart(async () => (await import('./due-view-menu.tsx')).DueViewMenu);
export const TicketsByDue = lazyPart(async () => (await import('./tickets-by-due.tsx')).TicketsByDue);
export const LateCount = lazyPart(async () => (await import('./late-count.tsx')).LateCount);
