import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const importPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/import/workers',
      component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportWorkersPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/import/objects',
      component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportObjectsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/import/equipment',
      component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportEquipmentPage'),
    }),
  ] as const;
