import type { AnyRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';

export const costPages = <Parent extends AnyRoute>(parent: Parent) =>
  [lazyPage(parent, '/costs', () => import('./statements.tsx'), 'StatementsPage')] as const;
