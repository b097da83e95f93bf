import { lazyPart } from '../../../ui/lazy-part.tsx';

export const SavedViews = lazyPart(async () => (await import('./saved-views.tsx')).SavedViews);
export const SaveViewButton = lazyPart(async () => (await import('./save-view-button.tsx')).SaveViewButton);
