import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const teamPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/teams',
      component: lazyRouteComponent(() => import('./teams.tsx'), 'TeamsPage'),
    }),
  ] as const;

export const teamNavigation: NavigationItem[] = [
  { to: '/teams', name: 'teams', roles: ['admin', 'worker'], order: 50, section: 'settings' },
];
