import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded after the pages, which are complete without them.

export const ChecklistPanel = lazyPart(async () => (await import('./checklist-panel.tsx')).ChecklistPanel);
export const ChecklistProblems = lazyPart(async () => (await import('./checklist-problems.tsx')).ChecklistProblems);
