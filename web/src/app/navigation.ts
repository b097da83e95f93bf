import { IconBriefcase, IconHome, IconLayoutKanban } from '@tabler/icons-react';
import type { Role } from '../contract/enums.ts';
import type { NavigationItem } from '../features/navigation-item.ts';
import { accountNavigation } from '../pages/account/pages.ts';
import { activityNavigation } from '../pages/activity/pages.ts';
import { adminNavigation } from '../pages/admin/pages.ts';
import { auditNavigation } from '../pages/audit/pages.ts';
import { notificationNavigation } from '../pages/notifications/pages.ts';
import { numberNavigation } from '../pages/numbers/pages.ts';
import { peopleNavigation } from '../pages/people/pages.ts';
import { placeNavigation } from '../pages/places/pages.ts';
import { plannerNavigation } from '../pages/planner/pages.ts';
import { projectNavigation } from '../pages/projects/pages.ts';
import { reportNavigation } from '../pages/reports/pages.ts';
import { ruleNavigation } from '../pages/rules/pages.ts';
import { ticketNavigation } from '../pages/tickets/pages.ts';
import { todayNavigation } from '../pages/today/pages.ts';
import { workerNavigation } from '../pages/worker/pages.ts';

const home: NavigationItem[] = [
  { to: '/', name: 'home', icon: IconHome, roles: ['client'], order: 10 },
  { to: '/', name: 'myTickets', icon: IconBriefcase, roles: ['worker'], order: 10 },
  { to: '/', name: 'board', icon: IconLayoutKanban, roles: ['admin'], order: 10 },
];

const navigationItems: NavigationItem[] = [
  ...home,
  ...ticketNavigation,
  ...todayNavigation,
  ...workerNavigation,
  ...projectNavigation,
  ...placeNavigation,
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
];

/** The navigation of a role, in its order. */
export const navigationFor = (role: Role, section?: NavigationItem['section']): NavigationItem[] =>
  navigationItems.filter((item) => item.roles.includes(role) && item.section === section).sort((a, b) => a.order - b.order);
