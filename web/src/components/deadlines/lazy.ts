import { lazyRouteComponent } from '@tanstack/react-router';

// Loaded after the page: most projects have no targets.

export const DeadlineTag = lazyRouteComponent(() => import('./deadline-tag.tsx'), 'DeadlineTag');
export const LateCount = lazyRouteComponent(() => import('./late-count.tsx'), 'LateCount');
