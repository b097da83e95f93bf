import type { Capability } from '../../platform/capability/capability.ts';
import { exportRoutes } from './routes.ts';

/** Lists of tickets as files for spreadsheets. */
export const exports: Capability = { name: 'exports', routes: exportRoutes };
