import { lazyPart } from '../../../ui/lazy-part.tsx';

/** Loaded after the page, which is complete without it. */
export const SignaturePanel = lazyPart(async () => (await import('./signature-panel.tsx')).SignaturePanel);
