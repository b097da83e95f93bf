import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const apiTokenPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/tokens',
      component: lazyRouteComponent(() => import('./api-tokens.tsx'), 'ApiTokensPage'),
    }),
  ] as const;

export const apiTokenNavigation: NavigationItem[] = [
  { to: '/tokens', name: 'tokens', roles: ['admin', 'client', 'worker'], order: 110, section: 'settings' },
];
