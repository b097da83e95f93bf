import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const adminPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/health',
      component: lazyRouteComponent(() => import('./health.tsx'), 'HealthPage'),
    }),
  ] as const;

export const adminNavigation: NavigationItem[] = [
  { to: '/health', name: 'health', roles: ['admin'], order: 40, section: 'settings' },
];
