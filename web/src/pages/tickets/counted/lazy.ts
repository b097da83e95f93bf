import { lazyPart } from '../../../components/lazy-part.tsx';

export const CountedChip = lazyPart(async () => (await import('./counted-chip.tsx')).CountedChip);
