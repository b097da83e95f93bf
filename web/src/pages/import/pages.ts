import type { AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';

export const importPages = <Parent extends AnyRoute>(parent: Parent) =>
  [
    lazyPage(parent, '/import/workers', () => import('./import-page.tsx'), 'ImportWorkersPage'),
    lazyPage(parent, '/import/objects', () => import('./import-page.tsx'), 'ImportObjectsPage'),
    lazyPage(parent, '/import/equipment', () => import('./import-page.tsx'), 'ImportEquipmentPage'),
  ] as const;
