import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded after the page of a ticket, because few visits need it.

export const FoundPanel = lazyPart(async () => (await import('./found-panel.tsx')).FoundPanel);
