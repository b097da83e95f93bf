import { IconBuilding } from '@tabler/icons-react';
import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const projectPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    lazyPage(parent, '/projects', () => import('./project-list.tsx'), 'ProjectsPage'),
    lazyPage(parent, '/projects/$id', () => import('./project.tsx'), 'ProjectPage'),
  ] as const;

const covers = ['/buildings', '/equipment', '/documents', '/workers'];

export const projectNavigation: NavigationItem[] = [
  { to: '/projects', name: 'projects', icon: IconBuilding, roles: ['admin'], order: 30, covers },
  { to: '/projects', name: 'projects', icon: IconBuilding, roles: ['client'], order: 30, covers, wideOnly: true },
];
