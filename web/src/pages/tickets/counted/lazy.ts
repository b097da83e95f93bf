import { lazyPart } from '../../../ui/lazy-part.tsx';

export const CountedChip = lazyPart(async () => (await import('./counted-chip.tsx')).CountedChip);
