import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const incomingMailPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/incoming-mail',
      component: lazyRouteComponent(() => import('./incoming-mail.tsx'), 'IncomingMailPage'),
    }),
  ] as const;
