import { IconCircleCheck, IconInbox } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type DueView, dueViewParameter } from '../../features/deadlines/due-view.ts';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const workerPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/free',
      validateSearch: (search: Record<string, unknown>): { view?: DueView } => ({ view: dueViewParameter(search['view']) }),
      component: lazyRouteComponent(() => import('./available-tickets.tsx'), 'AvailableTicketsPage'),
    }),
    lazyPage(parent, '/done', () => import('./done-tickets.tsx'), 'DoneTicketsPage'),
    lazyPage(parent, '/invitations', () => import('./invitations.tsx'), 'InvitationsPage'),
  ] as const;

export const workerNavigation: NavigationItem[] = [
  { to: '/free', name: 'available', icon: IconInbox, roles: ['worker'], order: 20 },
  { to: '/done', name: 'done', icon: IconCircleCheck, roles: ['worker'], order: 30 },
];
