import type { Module } from '../../../platform/module/module.ts';
import { plannerRoutes } from './routes.ts';

/** Who is where in some days (docs/decisions/planning.md). */
export const planner: Module = { name: 'planner', routes: plannerRoutes };
