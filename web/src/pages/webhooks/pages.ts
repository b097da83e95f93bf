import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const webhookPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/webhooks',
      component: lazyRouteComponent(() => import('./webhooks.tsx'), 'WebhooksPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/webhooks/$id',
      component: lazyRouteComponent(() => import('./deliveries.tsx'), 'WebhookDeliveriesPage'),
    }),
  ] as const;
