import type { AnyRoute } from '@tanstack/react-router';
import type { NavigationItem } from '../../features/navigation-item.ts';
import { lazyPage } from '../../lib/lazy-page.ts';

export const settingPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/settings/installation', () => import('./settings.tsx'), 'SettingsPage')] as const;

/** The page that a device opens to test the public address. It needs no session. */
export const openedPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/opened', () => import('./opened.tsx'), 'OpenedPage')] as const;

export const settingNavigation: NavigationItem[] = [
  { to: '/settings/installation', name: 'installation', roles: ['admin'], order: 10, section: 'settings' },
];
