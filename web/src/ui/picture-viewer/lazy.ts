import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded with the first picture that is opened, or in advance by `preload`. */
export const PictureViewer = lazyRouteComponent(() => import('./picture-viewer.tsx'), 'PictureViewer');
