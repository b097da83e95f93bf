import type { Module } from '../../../platform/module/module.ts';
import { workRoutes } from './routes.ts';

/** What waits in the work queue, for admins and operators (docs/jobs.md, Work queue). */
export const work: Module = { name: 'work', routes: workRoutes };
