import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const checklistPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/checklists',
      component: lazyRouteComponent(() => import('./checklist-list.tsx'), 'ChecklistsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/checklists/new',
      component: lazyRouteComponent(() => import('./new-checklist.tsx'), 'NewChecklistPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/checklists/$id',
      component: lazyRouteComponent(() => import('./edit-checklist.tsx'), 'EditChecklistPage'),
    }),
  ] as const;

export const checklistNavigation: NavigationItem[] = [
  { to: '/checklists', name: 'checklists', roles: ['client', 'admin'], order: 60, section: 'settings' },
];
