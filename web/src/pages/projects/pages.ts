import { IconBuilding } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';

export const projectPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/projects',
      component: lazyRouteComponent(() => import('./project-list.tsx'), 'ProjectsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/projects/$id',
      component: lazyRouteComponent(() => import('./project.tsx'), 'ProjectPage'),
    }),
  ] as const;

const covers = ['/buildings', '/equipment', '/documents', '/workers'];

export const projectNavigation: NavigationItem[] = [
  { to: '/projects', name: 'projects', icon: IconBuilding, roles: ['admin'], order: 30, covers },
  { to: '/projects', name: 'projects', icon: IconBuilding, roles: ['client'], order: 30, covers, wideOnly: true },
];
