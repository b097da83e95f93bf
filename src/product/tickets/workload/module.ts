import type { Module } from '../../../platform/module/module.ts';
import { workloadRoutes } from './routes.ts';

/** What workers have to do. */
export const workload: Module = { name: 'workload', routes: workloadRoutes };
