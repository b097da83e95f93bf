import type { Capability } from '../../platform/capability/capability.ts';
import { reportRoutes } from './routes.ts';

/** One ticket as a PDF file. */
export const report: Capability = { name: 'report', routes: reportRoutes };
