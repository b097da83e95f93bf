import type { Capability } from '../../platform/capability/capability.ts';
import { projectRoutes } from './routes.ts';

export const projects: Capability = { name: 'projects', tables: ['projects'], routes: projectRoutes };
