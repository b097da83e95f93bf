import { IconCalendarRepeat } from '@tabler/icons-react';
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { idParameter, textParameter } from '../../lib/search-parameters.ts';

export const rulePages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/rules',
      validateSearch: (search: Record<string, unknown>): { project_id?: string | undefined; object_id?: string | undefined } => ({
        project_id: idParameter(search['project_id']),
        object_id: idParameter(search['object_id']),
      }),
      component: lazyRouteComponent(() => import('./rule-list.tsx'), 'RulesPage'),
    }),
    lazyPage(parent, '/rules/new', () => import('./new-rule.tsx'), 'NewRulePage'),
    createRoute({
      getParentRoute: () => parent,
      path: '/rules/calendar',
      validateSearch: (search: Record<string, unknown>): { month?: string } => ({ month: textParameter(search['month']) }),
      component: lazyRouteComponent(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
    }),
    lazyPage(parent, '/rules/$id', () => import('./rule.tsx'), 'RulePage'),
  ] as const;

export const ruleNavigation: NavigationItem[] = [
  { to: '/rules', name: 'rules', icon: IconCalendarRepeat, roles: ['client', 'admin'], order: 40, wideOnly: true },
];
