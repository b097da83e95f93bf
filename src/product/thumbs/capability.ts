import type { Capability } from '../../platform/capability/capability.ts';
import { thumbRoutes } from './routes.ts';

/** Small versions of photos. */
export const thumbs: Capability = { name: 'thumbs', routes: thumbRoutes };
