import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const checklistPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    lazyPage(parent, '/checklists', () => import('./checklist-list.tsx'), 'ChecklistsPage'),
    lazyPage(parent, '/checklists/new', () => import('./new-checklist.tsx'), 'NewChecklistPage'),
    lazyPage(parent, '/checklists/$id', () => import('./edit-checklist.tsx'), 'EditChecklistPage'),
  ] as const;

export const checklistNavigation: NavigationItem[] = [
  { to: '/checklists', name: 'checklists', roles: ['client', 'admin'], order: 60, section: 'settings' },
];
