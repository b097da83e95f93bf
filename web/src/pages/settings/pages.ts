import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const settingPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/settings/installation',
      component: lazyRouteComponent(() => import('./settings.tsx'), 'SettingsPage'),
    }),
  ] as const;

/** The page that a device opens to test the public address. It needs no session. */
export const openedPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/opened',
      component: lazyRouteComponent(() => import('./opened.tsx'), 'OpenedPage'),
    }),
  ] as const;

export const settingNavigation: NavigationItem[] = [
  { to: '/settings/installation', name: 'installation', roles: ['admin'], order: 10, section: 'settings' },
];
