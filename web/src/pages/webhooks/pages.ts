import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const webhookPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    lazyPage(parent, '/webhooks', () => import('./webhooks.tsx'), 'WebhooksPage'),
    lazyPage(parent, '/webhooks/$id', () => import('./deliveries.tsx'), 'WebhookDeliveriesPage'),
  ] as const;

export const webhookNavigation: NavigationItem[] = [
  { to: '/webhooks', name: 'webhooks', roles: ['admin', 'client'], order: 100, section: 'settings' },
];
