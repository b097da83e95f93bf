import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const costPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/costs',
      component: lazyRouteComponent(() => import('./statements.tsx'), 'StatementsPage'),
    }),
  ] as const;
