import type { Capability } from '../../platform/capability/capability.ts';
import { plannerRoutes } from './routes.ts';

/** Who is where in some days (docs/decisions/planning.md). */
export const planner: Capability = { name: 'planner', routes: plannerRoutes };
