import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { textParameter } from '../../lib/search-parameters.ts';

export const deputyPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/deputies',
      validateSearch: (search: Record<string, unknown>): { of?: string; name?: string } => ({
        of: textParameter(search['of']),
        name: textParameter(search['name']),
      }),
      component: lazyRouteComponent(() => import('./deputies.tsx'), 'DeputiesPage'),
    }),
  ] as const;

/** The page of the link of an invitation, which needs no session. */
export const acceptPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/accept-grant', () => import('./accept-grant.tsx'), 'AcceptGrantPage')] as const;

export const deputyNavigation: NavigationItem[] = [
  { to: '/deputies', name: 'deputies', roles: ['client'], order: 40, section: 'account' },
];
