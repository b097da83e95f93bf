import { IconChartBar } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const numberPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/numbers',
      component: lazyRouteComponent(() => import('./numbers.tsx'), 'NumbersPage'),
    }),
  ] as const;

export const numberNavigation: NavigationItem[] = [
  {
    to: '/numbers',
    name: 'numbers',
    icon: IconChartBar,
    roles: ['client', 'admin'],
    order: 60,
    wideOnly: true,
  },
];
