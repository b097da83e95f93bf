import { lazyPart } from '../../../components/lazy-part.tsx';

export const SavedViews = lazyPart(async () => (await import('./saved-views.tsx')).SavedViews);
