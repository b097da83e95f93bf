import type { AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';

// What the manifest of the installed console leads to (web/public/manifest.webmanifest): the same addresses for all roles.

export const installedPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    lazyPage(parent, '/go/$target', () => import('./go-page.tsx'), 'GoPage'),
    lazyPage(parent, '/share', () => import('./share-page.tsx'), 'SharePage'),
  ] as const;
