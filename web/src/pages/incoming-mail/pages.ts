import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const incomingMailPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/incoming-mail',
      component: lazyRouteComponent(() => import('./incoming-mail.tsx'), 'IncomingMailPage'),
    }),
  ] as const;

export const incomingMailNavigation: NavigationItem[] = [
  { to: '/incoming-mail', name: 'incomingMail', roles: ['admin'], order: 90, section: 'settings' },
];
