import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const messengerPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/messenger',
      component: lazyRouteComponent(() => import('./messenger.tsx'), 'MessengerPage'),
    }),
  ] as const;

export const messengerNavigation: NavigationItem[] = [
  {
    to: '/messenger',
    name: 'messenger',
    roles: ['admin', 'client', 'worker'],
    order: 80,
    section: 'settings',
  },
];
