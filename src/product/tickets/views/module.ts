import type { Module } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { viewRoutes } from './routes.ts';

/** Saved filters of the ticket list. */
export const views: Module = {
  name: 'views',
  tables: ['saved_views'],
  personalData: [ownRows('saved_views', 'owner_id', { replaced: ['name', 'query'] })],
  routes: viewRoutes,
};
