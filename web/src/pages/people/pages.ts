import { IconUsers } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { textParameter } from '../../lib/search-parameters.ts';

export const peoplePages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/workers',
      validateSearch: (search: Record<string, unknown>): { q?: string } => ({ q: textParameter(search['q']) }),
      component: lazyRouteComponent(() => import('./workers.tsx'), 'WorkersPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/users',
      validateSearch: (search: Record<string, unknown>): { role?: string; q?: string; disabled?: string; create?: string } => ({
        role: textParameter(search['role']),
        q: textParameter(search['q']),
        disabled: textParameter(search['disabled']),
        create: textParameter(search['create']),
      }),
      component: lazyRouteComponent(() => import('./users.tsx'), 'UsersPage'),
    }),
  ] as const;

export const peopleNavigation: NavigationItem[] = [
  { to: '/users', name: 'users', icon: IconUsers, roles: ['admin'], order: 50, wideOnly: true },
];
