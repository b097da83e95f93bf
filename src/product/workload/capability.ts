import type { Capability } from '../../platform/capability/capability.ts';
import { workloadRoutes } from './routes.ts';

/** What workers have to do. */
export const workload: Capability = { name: 'workload', routes: workloadRoutes };
