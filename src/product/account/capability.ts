import type { Capability } from '../../platform/capability/capability.ts';
import { accountRoutes } from './routes.ts';

export const account: Capability = { name: 'account', routes: accountRoutes };
