import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const teamPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/teams',
      component: lazyRouteComponent(() => import('./teams.tsx'), 'TeamsPage'),
    }),
  ] as const;
