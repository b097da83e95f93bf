import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const messengerPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/messenger',
      component: lazyRouteComponent(() => import('./messenger.tsx'), 'MessengerPage'),
    }),
  ] as const;
