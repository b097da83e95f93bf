import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { type DueView, dueViewParameter } from '../features/deadlines/due-view.ts';
import { ErrorPage } from '../features/error-page.tsx';
import { idParameter } from '../lib/search-parameters.ts';
import { accountPages, publicPages } from '../pages/account/pages.ts';
import { activityPages } from '../pages/activity/pages.ts';
import { adminPages } from '../pages/admin/pages.ts';
import { apiTokenPages } from '../pages/api-tokens/pages.ts';
import { auditPages } from '../pages/audit/pages.ts';
import { checklistPages } from '../pages/checklists/pages.ts';
import { costPages } from '../pages/costs/pages.ts';
import { acceptPages, deputyPages } from '../pages/deputies/pages.ts';
import { Home } from '../pages/home.tsx';
import { importPages } from '../pages/import/pages.ts';
import { incomingMailPages } from '../pages/incoming-mail/pages.ts';
import { installedPages } from '../pages/installed/pages.ts';
import { messengerPages } from '../pages/messenger/pages.ts';
import { notificationPages } from '../pages/notifications/pages.ts';
import { numberPages } from '../pages/numbers/pages.ts';
import { peoplePages } from '../pages/people/pages.ts';
import { placePages } from '../pages/places/pages.ts';
import { plannerPages } from '../pages/planner/pages.ts';
import { projectPages } from '../pages/projects/pages.ts';
import { reportPages } from '../pages/reports/pages.ts';
import { rulePages } from '../pages/rules/pages.ts';
import { openedPages, settingPages } from '../pages/settings/pages.ts';
import { snippetPages } from '../pages/snippets/pages.ts';
import { startPages } from '../pages/start/pages.ts';
import { teamPages } from '../pages/teams/pages.ts';
import { foundPages } from '../pages/ticket/found/pages.ts';
import { ticketPages } from '../pages/tickets/pages.ts';
import { todayPages } from '../pages/today/pages.ts';
import { webhookPages } from '../pages/webhooks/pages.ts';
import { workerPages } from '../pages/worker/pages.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { RequireSession } from './require-session.tsx';
import { SettingsLayout, SettingsPage } from './settings-layout.tsx';

// Each folder of pages registers its routes in pages.ts. The scripts of a page are loaded when it is opened first.

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <NotFound /> });
const withSession = createRoute({ getParentRoute: () => root, id: 'signed-in', component: RequireSession });

const inSettings = createRoute({
  getParentRoute: () => withSession,
  id: 'in-settings',
  component: SettingsLayout,
});

const settings = [
  createRoute({
    getParentRoute: () => inSettings,
    path: '/settings',
    component: SettingsPage,
  }),
  ...settingPages(inSettings),
  ...activityPages(inSettings),
  ...auditPages(inSettings),
  ...adminPages(inSettings),
  ...teamPages(inSettings),
  ...checklistPages(inSettings),
  ...snippetPages(inSettings),
  ...messengerPages(inSettings),
  ...incomingMailPages(inSettings),
  ...webhookPages(inSettings),
  ...apiTokenPages(inSettings),
] as const;

const pages = [
  createRoute({
    getParentRoute: () => withSession,
    path: '/',
    validateSearch: (search: Record<string, unknown>): { open?: string; view?: DueView } => ({
      open: idParameter(search['open']),
      view: dueViewParameter(search['view']),
    }),
    component: Home,
  }),
  ...ticketPages(withSession),
  ...foundPages(withSession),
  ...todayPages(withSession),
  ...workerPages(withSession),
  ...projectPages(withSession),
  ...placePages(withSession),
  ...rulePages(withSession),
  ...peoplePages(withSession),
  ...importPages(withSession),
  ...notificationPages(withSession),
  ...reportPages(withSession),
  ...numberPages(withSession),
  ...costPages(withSession),
  ...plannerPages(withSession),
  ...deputyPages(withSession),
  ...startPages(withSession),
  ...installedPages(withSession),
  ...accountPages(withSession),
  createRoute({ getParentRoute: () => withSession, path: '$', component: () => <NotFound /> }),
] as const;

/** The routes of the console. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...publicPages(root),
    ...acceptPages(root),
    ...openedPages(root),
    withSession.addChildren([...pages, inSettings.addChildren(settings)]),
  ]),
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
