import { lazyPart } from '../../ui/lazy-part.tsx';

// Loaded after the page: most projects have no targets.

export const DeadlineTag = lazyPart(async () => (await import('./deadline-tag.tsx')).DeadlineTag);
export const LateCount = lazyPart(async () => (await import('./late-count.tsx')).LateCount);
