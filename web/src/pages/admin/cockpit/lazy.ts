import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded after the columns, which are the first view of admins.

export const WorkerRail = lazyPart(async () => (await import('./worker-rail.tsx')).WorkerRail);
export const BoardToolbar = lazyPart(async () => (await import('./board-toolbar.tsx')).BoardToolbar);
export const MovedCard = lazyPart(async () => (await import('./moved-card.tsx')).MovedCard);
