import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const teamPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/teams', () => import('./teams.tsx'), 'TeamsPage')] as const;

export const teamNavigation: NavigationItem[] = [
  { to: '/teams', name: 'teams', roles: ['admin', 'worker'], order: 50, section: 'settings' },
];
