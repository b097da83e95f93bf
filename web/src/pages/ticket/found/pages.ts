import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParameters } from '../../../lib/search-parameters.ts';

export const foundPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/tickets/$id/found',
      validateSearch: textParameters<'text'>,
      component: lazyRouteComponent(() => import('./found.tsx'), 'FoundPage'),
    }),
  ] as const;
