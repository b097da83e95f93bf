import { IconCalendarEvent } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const todayPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/today',
      component: lazyRouteComponent(() => import('./today.tsx'), 'TodayPage'),
    }),
  ] as const;

export const todayNavigation: NavigationItem[] = [
  { to: '/today', name: 'today', icon: IconCalendarEvent, roles: ['worker'], order: 5 },
];
