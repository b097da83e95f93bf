import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
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
    lazyPage(parent, '/forgot-password', () => import('./forgot-password.tsx'), 'ForgotPasswordPage'),
    lazyPage(parent, '/reset-password', () => import('./reset-password.tsx'), 'ResetPasswordPage'),
    lazyPage(parent, '/join', () => import('./join.tsx'), 'JoinPage'),
  ] as const;

export const accountPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    lazyPage(parent, '/profile', () => import('./profile.tsx'), 'ProfilePage'),
    lazyPage(parent, '/security', () => import('./security.tsx'), 'SecurityPage'),
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
