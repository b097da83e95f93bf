import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const snippetPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/snippets', () => import('./snippets.tsx'), 'SnippetsPage')] as const;

export const snippetNavigation: NavigationItem[] = [
  {
    to: '/snippets',
    name: 'snippets',
    roles: ['admin', 'client', 'worker'],
    order: 70,
    section: 'settings',
  },
];
