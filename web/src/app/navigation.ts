import { IconBriefcase, IconHome, IconLayoutKanban, IconSettings } from '@tabler/icons-react';
import { isPageWhileActing } from '../api/act-for.ts';
import type { Role } from '../contract/enums.ts';
import type { NavigationItem } from '../features/navigation-item.ts';
import { accountNavigation } from '../pages/account/pages.ts';
import { activityNavigation } from '../pages/activity/pages.ts';
import { adminNavigation } from '../pages/admin/pages.ts';
import { apiTokenNavigation } from '../pages/api-tokens/pages.ts';
import { auditNavigation } from '../pages/audit/pages.ts';
import { checklistNavigation } from '../pages/checklists/pages.ts';
import { deputyNavigation } from '../pages/deputies/pages.ts';
import { incomingMailNavigation } from '../pages/incoming-mail/pages.ts';
import { messengerNavigation } from '../pages/messenger/pages.ts';
import { notificationNavigation } from '../pages/notifications/pages.ts';
import { numberNavigation } from '../pages/numbers/pages.ts';
import { peopleNavigation } from '../pages/people/pages.ts';
import { plannerNavigation } from '../pages/planner/pages.ts';
import { projectNavigation } from '../pages/projects/pages.ts';
import { reportNavigation } from '../pages/reports/pages.ts';
import { ruleNavigation } from '../pages/rules/pages.ts';
import { settingNavigation } from '../pages/settings/pages.ts';
import { snippetNavigation } from '../pages/snippets/pages.ts';
import { teamNavigation } from '../pages/teams/pages.ts';
import { ticketNavigation } from '../pages/tickets/pages.ts';
import { todayNavigation } from '../pages/today/pages.ts';
import { webhookNavigation } from '../pages/webhooks/pages.ts';
import { workerNavigation } from '../pages/worker/pages.ts';
import { principal } from '../session/acting.ts';

const home: NavigationItem[] = [
  { to: '/', name: 'home', icon: IconHome, roles: ['client'], order: 10 },
  { to: '/', name: 'myTickets', icon: IconBriefcase, roles: ['worker'], order: 10 },
  { to: '/', name: 'board', icon: IconLayoutKanban, roles: ['admin'], order: 10 },
  { to: '/settings', name: 'settings', icon: IconSettings, roles: ['admin', 'client', 'worker'], order: 70, section: 'footer' },
];

const navigationItems: NavigationItem[] = [
  ...home,
  ...ticketNavigation,
  ...todayNavigation,
  ...workerNavigation,
  ...projectNavigation,
  ...ruleNavigation,
  ...peopleNavigation,
  ...notificationNavigation,
  ...reportNavigation,
  ...numberNavigation,
  ...plannerNavigation,
  ...adminNavigation,
  ...activityNavigation,
  ...auditNavigation,
  ...accountNavigation,
  ...deputyNavigation,
  ...settingNavigation,
  ...teamNavigation,
  ...checklistNavigation,
  ...snippetNavigation,
  ...messengerNavigation,
  ...incomingMailNavigation,
  ...webhookNavigation,
  ...apiTokenNavigation,
];

/** The navigation of a role, in its order, without the pages of the own account while the page acts for somebody else. */
export const navigationFor = (role: Role, section?: NavigationItem['section']): NavigationItem[] =>
  navigationItems
    .filter((item) => item.section === section && item.roles.includes(role) && (!principal || isPageWhileActing(item.to)))
    .sort((a, b) => a.order - b.order);
