import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded after the page: few requests were reported without an account.

export const OfferedTimes = lazyPart(async () => (await import('./offered-times.tsx')).OfferedTimes);
