import type { Capability } from '../../platform/capability/capability.ts';
import { userRoutes } from './routes.ts';

export const users: Capability = { name: 'users', tables: ['users'], routes: userRoutes };
