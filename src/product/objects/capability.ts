import type { Capability } from '../../platform/capability/capability.ts';
import { objectRoutes } from './routes.ts';

export const objects: Capability = { name: 'objects', tables: ['objects'], routes: objectRoutes };
