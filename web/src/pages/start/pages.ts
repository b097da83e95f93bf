import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParameter } from '../../lib/search-parameters.ts';

export const startPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/start',
      validateSearch: (search: Record<string, unknown>): { step?: string } => ({ step: textParameter(search['step']) }),
      component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
    }),
  ] as const;
