import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { textParameters } from '../../lib/search-parameters.ts';
import type { AuditFilters } from './url-filters.ts';

export const auditPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/audit',
      validateSearch: textParameters<keyof AuditFilters>,
      component: lazyRouteComponent(() => import('./audit-log.tsx'), 'AuditLogPage'),
    }),
  ] as const;

export const auditNavigation: NavigationItem[] = [
  { to: '/audit', name: 'audit', roles: ['admin'], order: 30, section: 'settings' },
];
