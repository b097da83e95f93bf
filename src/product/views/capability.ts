import type { Capability } from '../../platform/capability/capability.ts';
import { ownRows } from '../../platform/capability/personal-data.ts';
import { viewRoutes } from './routes.ts';

/** Saved filters of the ticket list. */
export const views: Capability = {
  name: 'views',
  tables: ['saved_views'],
  personalData: [ownRows('saved_views', 'owner_id', { replaced: ['name', 'query'] })],
  routes: viewRoutes,
};
