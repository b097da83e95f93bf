import type { Module } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { snippetRoutes } from './routes.ts';

/** Texts to choose from when one writes. */
export const snippets: Module = {
  name: 'snippets',
  tables: ['snippets'],
  personalData: [ownRows('snippets', 'owner_id')],
  routes: snippetRoutes,
};
