import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded after the page, because few visits need it.

export const ExportButton = lazyPart(async () => (await import('./export-button.tsx')).ExportButton);
