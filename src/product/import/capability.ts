import type { Capability } from '../../platform/capability/capability.ts';
import { importRoutes } from './routes.ts';

/** Workers and objects from files. */
export const importing: Capability = { name: 'import', routes: importRoutes };
