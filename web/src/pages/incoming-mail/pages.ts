import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const incomingMailPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/incoming-mail', () => import('./incoming-mail.tsx'), 'IncomingMailPage')] as const;

export const incomingMailNavigation: NavigationItem[] = [
  { to: '/incoming-mail', name: 'incomingMail', roles: ['admin'], order: 90, section: 'settings' },
];
