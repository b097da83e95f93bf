import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { ErrorPage } from '../components/error-page.tsx';
import { ListSkeleton } from '../components/list-skeleton.tsx';
import { Home } from '../pages/home.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { readFilters } from '../pages/tickets/url-filters.ts';
import { RequireSession } from './require-session.tsx';

// Every page is loaded when it is first opened. The address bar holds plain text only.

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <NotFound /> });
const number = (value: unknown): string | undefined => (/^[1-9]\d{0,8}$/.test(String(value)) ? String(value) : undefined);
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { to?: string } => ({ to: text(search['to']) }),
  component: lazyRouteComponent(() => import('../pages/login.tsx'), 'LoginPage'),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../pages/forgot-password.tsx'), 'ForgotPasswordPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../pages/reset-password.tsx'), 'ResetPasswordPage'),
});

const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: RequireSession });
const home = createRoute({ getParentRoute: () => inside, path: '/', component: Home });
const free = createRoute({
  getParentRoute: () => inside,
  path: '/free',
  component: lazyRouteComponent(() => import('../pages/worker/available-tickets.tsx'), 'AvailableTicketsPage'),
});
const invitations = createRoute({
  getParentRoute: () => inside,
  path: '/invitations',
  component: lazyRouteComponent(() => import('../pages/worker/invitations.tsx'), 'InvitationsPage'),
});
const tickets = createRoute({
  getParentRoute: () => inside,
  path: '/tickets',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('../pages/tickets/ticket-list.tsx'), 'TicketsPage'),
});
const newTicket = createRoute({
  getParentRoute: () => inside,
  path: '/tickets/new',
  validateSearch: (search: Record<string, unknown>): { object?: string } => ({ object: number(search['object']) }),
  component: lazyRouteComponent(() => import('../pages/new-ticket/new-ticket.tsx'), 'NewTicketPage'),
});
const ticket = createRoute({
  getParentRoute: () => inside,
  path: '/tickets/$id',
  component: lazyRouteComponent(() => import('../pages/ticket/ticket-page.tsx'), 'TicketPage'),
});
const projects = createRoute({
  getParentRoute: () => inside,
  path: '/projects',
  component: lazyRouteComponent(() => import('../pages/projects/project-list.tsx'), 'ProjectsPage'),
});
const project = createRoute({
  getParentRoute: () => inside,
  path: '/projects/$id',
  component: lazyRouteComponent(() => import('../pages/projects/project.tsx'), 'ProjectPage'),
});
const rules = createRoute({
  getParentRoute: () => inside,
  path: '/rules',
  validateSearch: (search: Record<string, unknown>): { project_id?: string } => ({ project_id: number(search['project_id']) }),
  component: lazyRouteComponent(() => import('../pages/rules/rule-list.tsx'), 'RulesPage'),
});
const newRule = createRoute({
  getParentRoute: () => inside,
  path: '/rules/new',
  component: lazyRouteComponent(() => import('../pages/rules/new-rule.tsx'), 'NewRulePage'),
});
const rule = createRoute({
  getParentRoute: () => inside,
  path: '/rules/$id',
  component: lazyRouteComponent(() => import('../pages/rules/rule.tsx'), 'RulePage'),
});
const workers = createRoute({
  getParentRoute: () => inside,
  path: '/workers',
  component: lazyRouteComponent(() => import('../pages/people/workers.tsx'), 'WorkersPage'),
});
const users = createRoute({
  getParentRoute: () => inside,
  path: '/users',
  validateSearch: (search: Record<string, unknown>): { role?: string; q?: string; disabled?: string } => ({
    role: text(search['role']),
    q: text(search['q']),
    disabled: text(search['disabled']),
  }),
  component: lazyRouteComponent(() => import('../pages/people/users.tsx'), 'UsersPage'),
});
const profile = createRoute({
  getParentRoute: () => inside,
  path: '/profile',
  component: lazyRouteComponent(() => import('../pages/profile.tsx'), 'ProfilePage'),
});
const messenger = createRoute({
  getParentRoute: () => inside,
  path: '/messenger',
  component: lazyRouteComponent(() => import('../pages/messenger/messenger.tsx'), 'MessengerPage'),
});
const health = createRoute({
  getParentRoute: () => inside,
  path: '/health',
  component: lazyRouteComponent(() => import('../pages/admin/health.tsx'), 'HealthPage'),
});
const unknown = createRoute({ getParentRoute: () => inside, path: '$', component: () => <NotFound /> });

const pages = [
  ...[home, free, invitations, tickets, newTicket, ticket],
  ...[projects, project, rules, newRule, rule, workers, users, profile, messenger, health, unknown],
];

export const router = createRouter({
  routeTree: root.addChildren([login, forgot, reset, inside.addChildren(pages)]),
  basepath: '/app',
  defaultPreload: 'intent',
  defaultPendingComponent: ListSkeleton,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const query = new URLSearchParams(given as [string, string][]).toString();
    return query ? `?${query}` : '';
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** the entry before is the list, without the drawer */
    isOverList?: boolean;
  }
}
