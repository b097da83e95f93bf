import { lazyPart } from '../../ui/lazy-part.tsx';

// Loaded after the page: few requests wait or have an appointment.

export const PlanningTags = lazyPart(async () => (await import('./planning-tags.tsx')).PlanningTags);
