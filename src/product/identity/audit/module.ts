import { days } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { deleteExpiredEvents } from './retention.ts';
import { auditRoutes } from './routes.ts';

/** Reading and retention of the security events, which platform/audit/audit-log.ts writes. */
export const audit: Module = {
  name: 'audit',
  routes: auditRoutes,
  jobs: (deps) => [{ name: 'audit retention', everyMs: days(1), run: (stopping) => deleteExpiredEvents(deps, stopping) }],
};
