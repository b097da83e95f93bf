import type { Capability } from '../../platform/capability/capability.ts';
import { ownRows } from '../../platform/capability/personal-data.ts';
import { snippetRoutes } from './routes.ts';

/** Texts to choose from when one writes. */
export const snippets: Capability = {
  name: 'snippets',
  tables: ['snippets'],
  personalData: [ownRows('snippets', 'owner_id')],
  routes: snippetRoutes,
};
