import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { textParameters } from '../../lib/search-parameters.ts';
import type { ActivityFilters } from './url-filters.ts';

export const activityPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/activity',
      validateSearch: textParameters<keyof ActivityFilters>,
      component: lazyRouteComponent(() => import('./activity.tsx'), 'ActivityPage'),
    }),
  ] as const;

export const activityNavigation: NavigationItem[] = [
  {
    to: '/activity',
    name: 'activity',
    roles: ['client', 'admin'],
    order: 20,
    section: 'settings',
  },
];
