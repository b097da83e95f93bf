import { IconCalendarEvent } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { textParameters } from '../../lib/search-parameters.ts';

export const plannerPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/planner',
      validateSearch: textParameters<'view' | 'date' | 'project_id'>,
      component: lazyRouteComponent(() => import('./planner-page.tsx'), 'PlannerPage'),
    }),
  ] as const;

export const plannerNavigation: NavigationItem[] = [
  { to: '/planner', name: 'planner', icon: IconCalendarEvent, roles: ['client', 'admin'], order: 25, wideOnly: true },
  { to: '/planner', name: 'planner', icon: IconCalendarEvent, roles: ['worker'], order: 40 },
];
