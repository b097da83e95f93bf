import type { Capability } from '../../platform/capability/capability.ts';
import { viewRoutes } from './routes.ts';

/** Saved filters of the ticket list. */
export const views: Capability = { name: 'views', tables: ['saved_views'], routes: viewRoutes };
