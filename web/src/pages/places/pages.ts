import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import { textParameters } from '../../lib/search-parameters.ts';

export const placePages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/buildings',
      validateSearch: textParameters<'q' | 'sort' | 'order' | 'project_id'>,
      component: lazyRouteComponent(() => import('./building-list.tsx'), 'BuildingsPage'),
    }),
    lazyPage(parent, '/buildings/$id', () => import('./building.tsx'), 'BuildingPage'),
    lazyPage(parent, '/equipment/$id', () => import('./equipment.tsx'), 'EquipmentPage'),
    createRoute({
      getParentRoute: () => parent,
      path: '/documents',
      validateSearch: textParameters<'within'>,
      component: lazyRouteComponent(() => import('./expiring-documents.tsx'), 'ExpiringDocumentsPage'),
    }),
  ] as const;
