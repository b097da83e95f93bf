import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

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

export const webhookNavigation: NavigationItem[] = [
  { to: '/webhooks', name: 'webhooks', roles: ['admin', 'client'], order: 100, section: 'settings' },
];
