import type { Capability } from '../../platform/capability/capability.ts';
import { snippetRoutes } from './routes.ts';

/** Texts to choose from when one writes. */
export const snippets: Capability = { name: 'snippets', tables: ['snippets'], routes: snippetRoutes };
