import type { Capability } from '../../platform/capability/capability.ts';
import { workRoutes } from './routes.ts';

/** What waits in the work queue, for admins and operators (docs/operations.md, Work queue). */
export const work: Capability = { name: 'work', routes: workRoutes };
