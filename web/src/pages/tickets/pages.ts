import { IconListDetails } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { idParameter, textParameters } from '../../lib/search-parameters.ts';
import type { Filters } from './url-filters.ts';

export const ticketPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/tickets',
      validateSearch: textParameters<keyof Filters>,
      component: lazyRouteComponent(() => import('./ticket-list.tsx'), 'TicketsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/tickets/new',
      validateSearch: (search: Record<string, unknown>): { object?: string; equipment?: string; unsent?: number } => ({
        object: idParameter(search['object']),
        equipment: idParameter(search['equipment']),
        ...(Number(search['unsent']) < 0 && { unsent: Number(search['unsent']) }), // in the offline queue, to be changed
      }),
      component: lazyRouteComponent(() => import('../new-ticket/new-ticket.tsx'), 'NewTicketPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/tickets/$id',
      // Opens the dialog that assigns the ticket.
      validateSearch: (search: Record<string, unknown>): { assign?: '1' } => (search['assign'] === '1' ? { assign: '1' } : {}),
      component: lazyRouteComponent(() => import('../ticket/ticket-page.tsx'), 'TicketPage'),
    }),
  ] as const;

export const ticketNavigation: NavigationItem[] = [
  { to: '/tickets', search: { status: 'open' }, name: 'tickets', icon: IconListDetails, roles: ['client', 'admin'], order: 20 },
];
