import type { Capability } from '../../platform/capability/capability.ts';
import { liveRoutes } from './routes.ts';

export const liveUpdates: Capability = { name: 'live updates', routes: liveRoutes };
