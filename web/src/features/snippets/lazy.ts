import { lazyPart } from '../../ui/lazy-part.tsx';

// Loaded after the form, which is complete without it.

export const SnippetMenu = lazyPart(async () => (await import('./snippet-menu.tsx')).SnippetMenu);
