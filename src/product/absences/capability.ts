import type { Capability } from '../../platform/capability/capability.ts';
import { ownRows } from '../../platform/capability/personal-data.ts';
import { absenceRoutes } from './routes.ts';

/** Days on which workers are not available, for those who assign. */
export const absences: Capability = {
  name: 'absences',
  tables: ['worker_absences'],
  personalData: [ownRows('worker_absences', 'worker_id')],
  routes: absenceRoutes,
};
