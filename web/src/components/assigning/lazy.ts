import { lazyRouteComponent } from '@tanstack/react-router';

// Loaded after the page: the board is the first page of admins.

export const SelectionBar = lazyRouteComponent(() => import('./selection-bar.tsx'), 'SelectionBar');
export const WorkerOptions = lazyRouteComponent(() => import('./worker-options.tsx'), 'WorkerOptions');

/** Loads them in advance: what opens them expects them at once. */
export function preloadAssigning(): void {
  void SelectionBar.preload?.();
  void WorkerOptions.preload?.();
}
