import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

// What the manifest of the installed console leads to (web/public/manifest.webmanifest): the same addresses for all roles.

export const installedPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/go/$target',
      component: lazyRouteComponent(() => import('./go-page.tsx'), 'GoPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/share',
      component: lazyRouteComponent(() => import('./share-page.tsx'), 'SharePage'),
    }),
  ] as const;
