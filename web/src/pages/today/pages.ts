import { IconCalendarEvent } from '@tabler/icons-react';
import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const todayPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/today', () => import('./today.tsx'), 'TodayPage')] as const;

export const todayNavigation: NavigationItem[] = [
  { to: '/today', name: 'today', icon: IconCalendarEvent, roles: ['worker'], order: 5 },
];
