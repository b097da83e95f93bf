import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const settingPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/settings',
      component: lazyRouteComponent(() => import('./settings.tsx'), 'SettingsPage'),
    }),
  ] as const;
