import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const snippetPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/snippets',
      component: lazyRouteComponent(() => import('./snippets.tsx'), 'SnippetsPage'),
    }),
  ] as const;

export const snippetNavigation: NavigationItem[] = [
  {
    to: '/snippets',
    name: 'snippets',
    roles: ['admin', 'client', 'worker'],
    order: 70,
    section: 'settings',
  },
];
