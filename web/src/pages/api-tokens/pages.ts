import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const apiTokenPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/tokens', () => import('./api-tokens.tsx'), 'ApiTokensPage')] as const;

export const apiTokenNavigation: NavigationItem[] = [
  { to: '/tokens', name: 'tokens', roles: ['admin', 'client', 'worker'], order: 110, section: 'settings' },
];
