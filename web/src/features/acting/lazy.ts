import { lazyRouteComponent } from '@tanstack/react-router';

// Only whoever acts for somebody loads them. A page is not shown without them.

export const ActingBar = lazyRouteComponent(() => import('./acting-bar.tsx'), 'ActingBar');
export const ActForLink = lazyRouteComponent(() => import('./act-for-link.tsx'), 'ActForLink');
export const NotWhileActing = lazyRouteComponent(() => import('./not-while-acting.tsx'), 'NotWhileActing');
