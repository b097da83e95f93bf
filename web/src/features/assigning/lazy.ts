import { lazyPart } from '../../ui/lazy-part.tsx';

// Loaded after the page: the board is the first page of admins.

export const SelectionBar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar);
export const AssignOptions = lazyPart(async () => (await import('./assign-options.tsx')).AssignOptions);

/** Loads them in advance: what opens them expects them at once. */
export function preloadAssigning(): void {
  void SelectionBar.preload();
  void AssignOptions.preload();
}
