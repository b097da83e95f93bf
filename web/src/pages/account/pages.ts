import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { textParameter } from '../../lib/search-parameters.ts';

/** Pages that need no session. */
export const publicPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/login',
      validateSearch: (search: Record<string, unknown>): { to?: string } => ({ to: textParameter(search['to']) }),
      component: lazyRouteComponent(() => import('./login.tsx'), 'LoginPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/company-sign-in',
      validateSearch: (search: Record<string, unknown>): { to?: string; error?: string } => ({
        to: textParameter(search['to']),
        error: textParameter(search['error']),
      }),
      component: lazyRouteComponent(() => import('./company-sign-in.tsx'), 'CompanySignInPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/forgot-password',
      component: lazyRouteComponent(() => import('./forgot-password.tsx'), 'ForgotPasswordPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/reset-password',
      component: lazyRouteComponent(() => import('./reset-password.tsx'), 'ResetPasswordPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/join',
      component: lazyRouteComponent(() => import('./join.tsx'), 'JoinPage'),
    }),
  ] as const;

export const accountPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/profile',
      component: lazyRouteComponent(() => import('./profile.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/security',
      component: lazyRouteComponent(() => import('./security.tsx'), 'SecurityPage'),
    }),
  ] as const;

export const accountNavigation: NavigationItem[] = [
  { to: '/profile', name: 'profile', roles: ['admin', 'client', 'worker'], order: 10, section: 'account' },
  {
    to: '/security',
    name: 'security',
    roles: ['admin', 'client', 'worker'],
    order: 20,
    section: 'account',
  },
];
