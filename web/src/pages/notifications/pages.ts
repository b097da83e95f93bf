import { IconBell } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { useUnreadCount } from './use-unread-count.ts';

export const notificationPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    lazyPage(parent, '/notifications', () => import('./inbox.tsx'), 'InboxPage'),
    lazyPage(parent, '/notifications/settings', () => import('./settings.tsx'), 'NotificationSettingsPage'),
    createRoute({
      getParentRoute: () => parent,
      path: '/notifications/deliveries',
      validateSearch: (search: Record<string, unknown>): { user_id?: string } =>
        typeof search['user_id'] === 'string' ? { user_id: search['user_id'] } : {},
      component: lazyRouteComponent(() => import('./deliveries.tsx'), 'DeliveriesPage'),
    }),
  ] as const;

export const notificationNavigation: NavigationItem[] = [
  {
    to: '/notifications',
    name: 'notifications',
    icon: IconBell,
    roles: ['admin', 'client', 'worker'],
    order: 80,
    section: 'footer',
    useCount: useUnreadCount,
  },
  {
    to: '/notifications/settings',
    name: 'notificationSettings',
    roles: ['admin', 'client', 'worker'],
    order: 30,
    section: 'account',
  },
];
