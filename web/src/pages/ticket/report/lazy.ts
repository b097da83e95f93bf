import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded after the page, because few visits need it.

export const ReportButton = lazyPart(async () => (await import('./report-button.tsx')).ReportButton);
