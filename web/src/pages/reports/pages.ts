import { IconInbox } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { reportStatusParameter } from './report-status.ts';
import { useOpenReportCount } from './use-open-report-count.ts';

export const reportPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/reports',
      validateSearch: (search: Record<string, unknown>): { status?: string } => ({
        ...reportStatusParameter(search['status']),
      }),
      component: lazyRouteComponent(() => import('./reports.tsx'), 'ReportsPage'),
    }),
  ] as const;

export const reportNavigation: NavigationItem[] = [
  {
    to: '/reports',
    name: 'reports',
    icon: IconInbox,
    roles: ['client', 'admin'],
    order: 15,
    useCount: useOpenReportCount,
  },
];
