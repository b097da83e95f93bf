import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const messengerPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/messenger', () => import('./messenger.tsx'), 'MessengerPage')] as const;

export const messengerNavigation: NavigationItem[] = [
  {
    to: '/messenger',
    name: 'messenger',
    roles: ['admin', 'client', 'worker'],
    order: 80,
    section: 'settings',
  },
];
