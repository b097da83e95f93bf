import type { Capability } from '../../platform/capability/capability.ts';
import { absenceRoutes } from './routes.ts';

/** Days on which workers are not available, for those who assign. */
export const absences: Capability = { name: 'absences', tables: ['worker_absences'], routes: absenceRoutes };
