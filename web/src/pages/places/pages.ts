import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParameters } from '../../lib/search-parameters.ts';

export const placePages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/buildings',
      validateSearch: textParameters<'q' | 'sort' | 'order' | 'project_id'>,
      component: lazyRouteComponent(() => import('./building-list.tsx'), 'BuildingsPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/buildings/$id',
      component: lazyRouteComponent(() => import('./building.tsx'), 'BuildingPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/equipment/$id',
      component: lazyRouteComponent(() => import('./equipment.tsx'), 'EquipmentPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/documents',
      validateSearch: textParameters<'within'>,
      component: lazyRouteComponent(() => import('./expiring-documents.tsx'), 'ExpiringDocumentsPage'),
    }),
  ] as const;
