import type { Module } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { absenceRoutes } from './routes.ts';

/** Days on which workers are not available, for those who assign. */
export const absences: Module = {
  name: 'absences',
  tables: ['worker_absences'],
  personalData: [ownRows('worker_absences', 'worker_id')],
  routes: absenceRoutes,
};
