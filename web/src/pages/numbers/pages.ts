import { IconChartBar } from '@tabler/icons-react';
import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const numberPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/numbers', () => import('./numbers.tsx'), 'NumbersPage')] as const;

export const numberNavigation: NavigationItem[] = [
  {
    to: '/numbers',
    name: 'numbers',
    icon: IconChartBar,
    roles: ['client', 'admin'],
    order: 60,
    wideOnly: true,
  },
];
