import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { ErrorPage } from '../components/error-page.tsx';
import { ListSkeleton } from '../components/list-skeleton.tsx';
import { NotFound } from '../components/not-found.tsx';
import { Home } from '../pages/home.tsx';
import { readFilters } from '../pages/tickets/url-filters.ts';
import { RequireSession } from './require-session.tsx';

// The scripts of a page are loaded when it is opened first. Search parameters are strings, so that URLs stay readable.

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <NotFound /> });
const idParameter = (value: unknown): string | undefined => (/^[1-9]\d{0,8}$/.test(String(value)) ? String(value) : undefined);
const textParameter = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { to?: string } => ({ to: textParameter(search['to']) }),
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

const withSession = createRoute({ getParentRoute: () => root, id: 'signed-in', component: RequireSession });
const home = createRoute({ getParentRoute: () => withSession, path: '/', component: Home });
const availableTickets = createRoute({
  getParentRoute: () => withSession,
  path: '/free',
  component: lazyRouteComponent(() => import('../pages/worker/available-tickets.tsx'), 'AvailableTicketsPage'),
});
const invitations = createRoute({
  getParentRoute: () => withSession,
  path: '/invitations',
  component: lazyRouteComponent(() => import('../pages/worker/invitations.tsx'), 'InvitationsPage'),
});
const tickets = createRoute({
  getParentRoute: () => withSession,
  path: '/tickets',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('../pages/tickets/ticket-list.tsx'), 'TicketsPage'),
});
const newTicket = createRoute({
  getParentRoute: () => withSession,
  path: '/tickets/new',
  validateSearch: (search: Record<string, unknown>): { object?: string } => ({ object: idParameter(search['object']) }),
  component: lazyRouteComponent(() => import('../pages/new-ticket/new-ticket.tsx'), 'NewTicketPage'),
});
const ticket = createRoute({
  getParentRoute: () => withSession,
  path: '/tickets/$id',
  component: lazyRouteComponent(() => import('../pages/ticket/ticket-page.tsx'), 'TicketPage'),
});
const projects = createRoute({
  getParentRoute: () => withSession,
  path: '/projects',
  component: lazyRouteComponent(() => import('../pages/projects/project-list.tsx'), 'ProjectsPage'),
});
const project = createRoute({
  getParentRoute: () => withSession,
  path: '/projects/$id',
  component: lazyRouteComponent(() => import('../pages/projects/project.tsx'), 'ProjectPage'),
});
const rules = createRoute({
  getParentRoute: () => withSession,
  path: '/rules',
  validateSearch: (search: Record<string, unknown>): { project_id?: string } => ({
    project_id: idParameter(search['project_id']),
  }),
  component: lazyRouteComponent(() => import('../pages/rules/rule-list.tsx'), 'RulesPage'),
});
const newRule = createRoute({
  getParentRoute: () => withSession,
  path: '/rules/new',
  component: lazyRouteComponent(() => import('../pages/rules/new-rule.tsx'), 'NewRulePage'),
});
const rule = createRoute({
  getParentRoute: () => withSession,
  path: '/rules/$id',
  component: lazyRouteComponent(() => import('../pages/rules/rule.tsx'), 'RulePage'),
});
const workers = createRoute({
  getParentRoute: () => withSession,
  path: '/workers',
  component: lazyRouteComponent(() => import('../pages/people/workers.tsx'), 'WorkersPage'),
});
const users = createRoute({
  getParentRoute: () => withSession,
  path: '/users',
  validateSearch: (search: Record<string, unknown>): { role?: string; q?: string; disabled?: string } => ({
    role: textParameter(search['role']),
    q: textParameter(search['q']),
    disabled: textParameter(search['disabled']),
  }),
  component: lazyRouteComponent(() => import('../pages/people/users.tsx'), 'UsersPage'),
});
const profile = createRoute({
  getParentRoute: () => withSession,
  path: '/profile',
  component: lazyRouteComponent(() => import('../pages/profile.tsx'), 'ProfilePage'),
});
const messenger = createRoute({
  getParentRoute: () => withSession,
  path: '/messenger',
  component: lazyRouteComponent(() => import('../pages/messenger/messenger.tsx'), 'MessengerPage'),
});
const health = createRoute({
  getParentRoute: () => withSession,
  path: '/health',
  component: lazyRouteComponent(() => import('../pages/admin/health.tsx'), 'HealthPage'),
});
const unknown = createRoute({ getParentRoute: () => withSession, path: '$', component: () => <NotFound /> });

const pages = [
  ...[home, availableTickets, invitations, tickets, newTicket, ticket],
  ...[projects, project, rules, newRule, rule, workers, users, profile, messenger, health, unknown],
];

/** The routes of the console. */
export const router = createRouter({
  routeTree: root.addChildren([login, forgot, reset, withSession.addChildren(pages)]),
  basepath: '/app',
  defaultPreload: 'intent',
  defaultPendingComponent: ListSkeleton,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const nonEmpty = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const query = new URLSearchParams(nonEmpty as [string, string][]).toString();
    return query ? `?${query}` : '';
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** the previous history entry is the list without the drawer */
    isDrawerOverList?: boolean;
  }
}
