import type { Capability } from '../../platform/capability/capability.ts';
import { memberRoutes } from './routes.ts';

export const members: Capability = { name: 'members', tables: ['project_workers'], routes: memberRoutes };
