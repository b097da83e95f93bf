import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const adminPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/health', () => import('./health.tsx'), 'HealthPage')] as const;

export const adminNavigation: NavigationItem[] = [
  { to: '/health', name: 'health', roles: ['admin'], order: 40, section: 'settings' },
];
