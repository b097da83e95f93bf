import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const snippetPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/snippets',
      component: lazyRouteComponent(() => import('./snippets.tsx'), 'SnippetsPage'),
    }),
  ] as const;
